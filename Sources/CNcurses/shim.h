// ncurses declares its functions for wide characters only with this macro.
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <termcap.h>

// Declared here because the C library shows them only under _XOPEN_SOURCE and _GNU_SOURCE.
int wcwidth(wchar_t character);
int memfd_create(const char *name, unsigned int flags);

// Values that are defined as macros, or not shown.
static const unsigned int close_on_exec = 1;  // MFD_CLOEXEC
static const attr_t curses_bold = A_BOLD;
static const attr_t curses_dim = A_DIM;
static const attr_t curses_reverse = A_REVERSE;
static const attr_t curses_underline = A_UNDERLINE;

// A variable that the library changes when it learns about the terminal.
static inline int colors(void) { return COLORS; }
