#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>

// libcurl is loaded when it is first used. It brings some thirty other libraries, which take a third
// of the start of a program and 6 MB of memory, and most daemons make no requests.
//
// Each of its functions that is needed is here with `loaded_` before its name, and the variadic ones
// once for each type of argument, because Swift cannot call them. None may be called unless
// `curl_load` has returned NULL.

static inline void *curl_library(void) {
  static void *library;
  if (library == NULL) library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  return library;
}

/// Returns NULL, or the reason why libcurl cannot be loaded, which is valid until the next call.
static inline const char *curl_load(void) {
  return curl_library() != NULL ? NULL : dlerror();
}

#define CURL_LOADED(function) ((__typeof__(&function))dlsym(curl_library(), #function))

static inline CURLcode loaded_curl_global_init(long flags) {
  return CURL_LOADED(curl_global_init)(flags);
}

static inline void loaded_curl_free(void *memory) { CURL_LOADED(curl_free)(memory); }

static inline struct curl_slist *loaded_curl_slist_append(
    struct curl_slist *list, const char *text) {
  return CURL_LOADED(curl_slist_append)(list, text);
}

static inline void loaded_curl_slist_free_all(struct curl_slist *list) {
  CURL_LOADED(curl_slist_free_all)(list);
}

// URLs.

static inline CURLU *loaded_curl_url(void) { return CURL_LOADED(curl_url)(); }

static inline void loaded_curl_url_cleanup(CURLU *url) { CURL_LOADED(curl_url_cleanup)(url); }

static inline CURLUcode loaded_curl_url_set(
    CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
  return CURL_LOADED(curl_url_set)(url, part, text, flags);
}

static inline CURLUcode loaded_curl_url_get(
    const CURLU *url, CURLUPart part, char **text, unsigned int flags) {
  return CURL_LOADED(curl_url_get)(url, part, text, flags);
}

// Single transfers.

static inline CURL *loaded_curl_easy_init(void) { return CURL_LOADED(curl_easy_init)(); }

static inline void loaded_curl_easy_cleanup(CURL *easy) { CURL_LOADED(curl_easy_cleanup)(easy); }

static inline CURLcode loaded_curl_easy_pause(CURL *easy, int directions) {
  return CURL_LOADED(curl_easy_pause)(easy, directions);
}

static inline const char *loaded_curl_easy_strerror(CURLcode code) {
  return CURL_LOADED(curl_easy_strerror)(code);
}

static inline CURLHcode loaded_curl_easy_header(
    CURL *easy, const char *name, size_t index, unsigned int origin, int request,
    struct curl_header **header) {
  return CURL_LOADED(curl_easy_header)(easy, name, index, origin, request, header);
}

static inline CURLcode curl_easy_set_number(CURL *easy, CURLoption option, long value) {
  return CURL_LOADED(curl_easy_setopt)(easy, option, value);
}

static inline CURLcode curl_easy_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return CURL_LOADED(curl_easy_setopt)(easy, option, value);
}

static inline CURLcode curl_easy_set_text(CURL *easy, CURLoption option, const char *value) {
  return CURL_LOADED(curl_easy_setopt)(easy, option, value);
}

static inline CURLcode curl_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
  return CURL_LOADED(curl_easy_setopt)(easy, option, value);
}

static inline CURLcode curl_easy_set_function(
    CURL *easy, CURLoption option, curl_write_callback value) {
  return CURL_LOADED(curl_easy_setopt)(easy, option, value);
}

static inline CURLcode curl_easy_set_read_function(
    CURL *easy, CURLoption option, curl_read_callback value) {
  return CURL_LOADED(curl_easy_setopt)(easy, option, value);
}

static inline CURLcode curl_easy_get_number(CURL *easy, CURLINFO info, long *value) {
  return CURL_LOADED(curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode curl_easy_get_size(CURL *easy, CURLINFO info, curl_off_t *value) {
  return CURL_LOADED(curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode curl_easy_get_text(CURL *easy, CURLINFO info, const char **value) {
  return CURL_LOADED(curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode curl_easy_get_socket(CURL *easy, CURLINFO info, curl_socket_t *value) {
  return CURL_LOADED(curl_easy_getinfo)(easy, info, value);
}

// All transfers together.

static inline CURLM *loaded_curl_multi_init(void) { return CURL_LOADED(curl_multi_init)(); }

static inline CURLMcode loaded_curl_multi_cleanup(CURLM *multi) {
  return CURL_LOADED(curl_multi_cleanup)(multi);
}

static inline CURLMcode loaded_curl_multi_add_handle(CURLM *multi, CURL *easy) {
  return CURL_LOADED(curl_multi_add_handle)(multi, easy);
}

static inline CURLMcode loaded_curl_multi_remove_handle(CURLM *multi, CURL *easy) {
  return CURL_LOADED(curl_multi_remove_handle)(multi, easy);
}

static inline CURLMsg *loaded_curl_multi_info_read(CURLM *multi, int *waiting) {
  return CURL_LOADED(curl_multi_info_read)(multi, waiting);
}

static inline CURLMcode loaded_curl_multi_socket_action(
    CURLM *multi, curl_socket_t socket, int events, int *running) {
  return CURL_LOADED(curl_multi_socket_action)(multi, socket, events, running);
}

static inline CURLMcode curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
  return CURL_LOADED(curl_multi_setopt)(multi, option, value);
}

static inline CURLMcode curl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
  return CURL_LOADED(curl_multi_setopt)(multi, option, value);
}

static inline CURLMcode curl_multi_set_socket_function(
    CURLM *multi, curl_socket_callback value) {
  return CURL_LOADED(curl_multi_setopt)(multi, CURLMOPT_SOCKETFUNCTION, value);
}

static inline CURLMcode curl_multi_set_timer_function(
    CURLM *multi, curl_multi_timer_callback value) {
  return CURL_LOADED(curl_multi_setopt)(multi, CURLMOPT_TIMERFUNCTION, value);
}
