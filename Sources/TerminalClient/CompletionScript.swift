/// The completion script of ArgumentParser with procon's additions.
package struct CompletionScript {
  package let text: String

  /// - Parameters:
  ///   - generated: ArgumentParser's output. The result is nil when that is not a script.
  ///   - command: the name that the script is for.
  package init?(generated: String, of command: CommandName) {
    let name = command.text
    let endOfZsh = "if [[ \"${funcstack[1]}\" = _\(name) ]]"
    if generated.hasPrefix("#!/bin/bash\n") {
      text = "\(generated)\n\(Self.bash(name))"
    } else if generated.hasPrefix("#compdef "), let end = generated.firstRange(of: endOfZsh) {
      let beginning = generated[..<end.lowerBound].replacing(
        "    local -xr SAP_SHELL=zsh\n",
        with: "    local -xr SAP_SHELL=zsh PROCON_COMPLETION_NOTES=1\n")
      text = "\(beginning)\(Self.zsh(name))\n\(generated[end.lowerBound...])"
    } else if generated.hasPrefix("function __\(name)_should_offer_") {
      text = Self.fish(generated, name)
    } else {
      return nil
    }
  }

  /// bash breaks words at '=', but 'name=value' is one word here, and ArgumentParser's script
  /// handles '--option value' only. bash does not expand aliases before it completes a command.
  private static func bash(_ name: String) -> String {
    #"""
    __\#(name)_whole_words() {
        local -a words=()
        local rest="${COMP_LINE}" word blanks typed_start='' option=''
        local -i number index=0
        for number in "${!COMP_WORDS[@]}"; do
            word="${COMP_WORDS[number]}"
            blanks="${rest%%[^[:space:]]*}"
            rest="${rest#"${blanks}"}"
            rest="${rest#"${word}"}"
            if [[ -n "${blanks}" || "${number}" -eq 0 ]]; then
                words+=("${word}")
            else
                # bash replaces only the part after the '='.
                [[ "${number}" -eq "${COMP_CWORD}" ]] && typed_start="${words[-1]}"
                words[-1]+="${word}"
            fi
            [[ "${number}" -eq "${COMP_CWORD}" ]] && index="$((${#words[@]} - 1))"
        done
        [[ "${COMP_WORDS[COMP_CWORD]}" = '=' ]] && typed_start+='='
        word="${typed_start}${2}"
        if [[ "${word}" = --*=* ]]; then
            option="${word%%=*}="
            word="${word#*=}"
            words=("${words[@]::index}" "${option%=}" "${word}" "${words[@]:index+1}")
            ((index++))
        fi

        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD="${index}"
        local -x PROCON_COMPLETION_NOTES=1
        _\#(name) "${1}" "${word}" "${words[index - 1]}"
        __\#(name)_notes

        COMPREPLY=("${COMPREPLY[@]/#/"${option}"}")
        COMPREPLY=("${COMPREPLY[@]#"${typed_start}"}")
        # The value follows without a space.
        [[ "${COMPREPLY[0]}" = *= ]] && compopt +o filenames -o nospace
        return 0
    }

    __\#(name)_notes() {
        local -r noted="${COMPREPLY[*]}"
        # What is inserted has no note; what is listed, has.
        if [[ "${COMP_TYPE}" -eq 9 || "${COMP_TYPE}" -eq 37 || "${#COMPREPLY[@]}" -lt 2 ]]; then
            COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
        elif [[ "${noted}" = *$'\t'* ]]; then
            COMPREPLY=("${COMPREPLY[@]//$'\t'/  -- }")
            compopt +o filenames
        fi
        return 0
    }

    __\#(name)_expanded() {
        local -r typed="${COMP_WORDS[0]}"
        local -r alias="${BASH_ALIASES["${typed}"]}"
        if [[ -n "${alias}" ]]; then
            local -a words=()
            read -ra words <<<"${alias}"
            words+=("${COMP_WORDS[@]:1}")
            local -i COMP_CWORD="$((COMP_CWORD + ${#words[@]} - ${#COMP_WORDS[@]}))"
            local -a COMP_WORDS=("${words[@]}")
            local -i COMP_POINT="$((COMP_POINT + ${#alias} - ${#typed}))"
            local COMP_LINE="${COMP_LINE/"${typed}"/"${alias}"}"
        fi
        __\#(name)_whole_words "${@}"
    }

    __\#(name)_complete_aliases() {
        local name
        local -a words
        for name in "${!BASH_ALIASES[@]}"; do
            read -ra words <<<"${BASH_ALIASES["${name}"]}"
            [[ "${words[0]##*/}" = \#(name) ]] &&
                complete -o filenames -o nosort -F __\#(name)_expanded -- "${name}"
        done
        return 0
    }

    complete -o filenames -o nosort -F __\#(name)_expanded \#(name)
    __\#(name)_complete_aliases
    """#
  }

  /// ArgumentParser's script adds a space to each candidate, but the value follows 'name=' without
  /// one. A text after a tab is shown beside the candidate.
  private static func zsh(_ name: String) -> String {
    #"""
    __\#(name)_complete() {
        local -r tab=$'\t'
        local -ar noted=("${(M)@:#*${tab}*}") plain=("${@:#*${tab}*}")
        local -ar unfinished=("${(M@)plain:#*=}") whole=("${(@)plain:#*=}")
        local -ar values=("${noted[@]%%${tab}*}") notes=("${noted[@]/${tab}/  -- }")
        local -i ret=1
        (( ${#noted} )) && compadd -V '' -l -d notes -a values && ret=0
        (( ${#unfinished} )) && compadd -V '' -S '' -a unfinished && ret=0
        (( ${#whole} )) && compadd -V '' -a whole && ret=0
        return "${ret}"
    }

    """#
  }

  /// ArgumentParser's script recognizes the program by its name only, not by its path, and makes
  /// fish show the help of an option beside each of its values. The text after a tab, here empty,
  /// is shown instead.
  private static func fish(_ generated: String, _ name: String) -> String {
    let tokens = "    set -l unparsed_tokens (__\(name)_tokens -pc)\n"
    let answer = "    command $tokens[1] $argv $tokens\n"
    return
      generated
      .replacing(tokens, with: "\(tokens)    set unparsed_tokens[1] \(name)\n")
      .replacing(
        answer,
        with: "    set -lx PROCON_COMPLETION_NOTES 1\n"
          + "\(answer.dropLast()) | string replace -r '^([^\\t]*)$' '$1\\t'\n"
      )
      .replacing(/-rfka '(?<values>[^'()]+)'/) { match in
        "-rfka '\(match.output.values.split(separator: " ").map { "\($0)\\t" }.joined(separator: " "))'"
      }
  }
}
