/// A completion script of the argument parser's, and what procon's command line needs beside it.
struct CompletionScript {
  let text: String

  /// - Parameter generated: what the argument parser says; nil when that is no script to add to.
  init?(generated: String) {
    if generated.hasPrefix("#!/bin/bash\n") {
      text = "\(generated)\n\(Self.bash)"
    } else if generated.hasPrefix("#compdef "), let end = generated.firstRange(of: Self.endOfZsh) {
      text = "\(generated[..<end.lowerBound])\(Self.zsh)\n\(generated[end.lowerBound...])"
    } else {
      return nil
    }
  }

  /// bash breaks words at '=', but 'name=value' is one here, and the argument parser's script knows
  /// '--option value' only.
  private static let bash = #"""
    __procon-client_whole_words() {
        local -a words=()
        local rest="${COMP_LINE}" word blanks begun='' option=''
        local -i number index=0
        for number in "${!COMP_WORDS[@]}"; do
            word="${COMP_WORDS[number]}"
            blanks="${rest%%[^[:space:]]*}"
            rest="${rest#"${blanks}"}"
            rest="${rest#"${word}"}"
            if [[ -n "${blanks}" || "${number}" -eq 0 ]]; then
                words+=("${word}")
            else
                # bash replaces what stands behind the '=' only.
                [[ "${number}" -eq "${COMP_CWORD}" ]] && begun="${words[-1]}"
                words[-1]+="${word}"
            fi
            [[ "${number}" -eq "${COMP_CWORD}" ]] && index="$((${#words[@]} - 1))"
        done
        [[ "${COMP_WORDS[COMP_CWORD]}" = '=' ]] && begun+='='
        word="${begun}${2}"
        if [[ "${word}" = --*=* ]]; then
            option="${word%%=*}="
            word="${word#*=}"
            words=("${words[@]::index}" "${option%=}" "${word}" "${words[@]:index+1}")
            ((index++))
        fi

        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD="${index}"
        _procon-client "${1}" "${word}" "${words[index - 1]}"

        COMPREPLY=("${COMPREPLY[@]/#/"${option}"}")
        COMPREPLY=("${COMPREPLY[@]#"${begun}"}")
        # A value follows at once.
        [[ "${COMPREPLY[0]}" = *= ]] && compopt +o filenames -o nospace
        return 0
    }

    complete -o filenames -F __procon-client_whole_words procon-client
    """#

  private static let endOfZsh = "if [[ \"${funcstack[1]}\" = _procon-client ]]"

  /// The argument parser's script puts a space behind each candidate, but a value follows 'name=' at
  /// once.
  private static let zsh = #"""
    __procon-client_complete() {
        local -ar begun=("${(M)@:#*=}") whole=("${@:#*=}")
        local -i ret=1
        (( ${#begun} )) && compadd -V '' -S '' -a begun && ret=0
        (( ${#whole} )) && compadd -V '' -a whole && ret=0
        return "${ret}"
    }

    """#
}
