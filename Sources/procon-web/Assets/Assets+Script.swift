/// The files that pages use.
enum Assets {
  /// All scripts, without the comments and the indentation.
  static let scripts = (script.split(separator: "\n") + keys.split(separator: "\n"))
    .map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("//") }.joined(separator: "\n")

  /// Keeps a page up to date: it replaces the elements of the boxes that have changed, and nothing that
  /// the user has touched. Without it, a page is right when it is loaded.
  static let script = #"""
    const { dataset } = document.documentElement;
    let place = dataset.live;
    const [news, connection, offer, draft] =
      ["news", "connection", "offer", "draft"].map((id) => document.getElementById(id));
    const shown = "[id^='box:'], [id^='row:'], [id^='value:']";
    // What the page is up to; undefined if that is not known.
    let position = dataset.position;
    const isWhole = "whole" in dataset;
    let source, recovery, keeping, isRecovering, isStale;
    let isTouched = !!draft;
    let pause = 1000;
    // The daemon keeps a draft, so that its page can be loaded again.
    let kept = Promise.resolve();
    const form = draft?.querySelector("form");
    const keep = () => {
      kept = kept.then(async () => {
        const body = new URLSearchParams(new FormData(form));
        body.set("keep", 1);
        const answer = await fetch(form.action, { method: "POST", body });
        offer.textContent = answer.ok ? "" : "A reload would lose what you type.";
      }).catch(() => {});
    };
    document.addEventListener("input", () => {
      isTouched = true;
      clearTimeout(keeping);
      if (!draft) return;
      keeping = setTimeout(keep, 300);
      sessionStorage.setItem(location.pathname, JSON.stringify([...new FormData(form)]));
    });
    // The tab keeps it, too, until it is published: a browser may discard the tab for longer than a minute.
    const sent = sessionStorage.getItem("sent");
    if (sent && location.pathname.startsWith(sent.replace(/draft$/, "posts/"))) {
      sessionStorage.removeItem("sent");
      sessionStorage.removeItem(sent);
    }
    const typed = draft && sessionStorage.getItem(location.pathname);
    if (typed) {
      for (const [name, value] of JSON.parse(typed)) {
        if (name in form.elements) form.elements[name].value = value;
      }
      keep();
    }
    document.addEventListener("submit", async (event) => {
      const { target } = event;
      clearTimeout(keeping);
      // What is pressed twice is done once.
      if (target.dataset.sent) return event.preventDefault();
      target.dataset.sent = 1;
      setTimeout(() => delete target.dataset.sent, 5000);
      if (target === form) sessionStorage.setItem("sent", location.pathname);
      if (target.action.endsWith("/logout")) sessionStorage.clear();
      // Without the gateway, the browser would show a page that has none of what was typed.
      if (!connection.textContent) return;
      event.preventDefault();
      try {
        const answer = await (await fetch("/alive")).text();
        if (answer.trim() === "alive") return target.submit();
      } catch { /* There is no gateway. */ }
      delete target.dataset.sent;
      offer.textContent = "This was not sent: the connection is lost. It stays here until you send it again.";
    });

    // Elements of lists have a key. One that is the same stays as it is, with focus and selection.
    const updateList = (list, items) => {
      const changed = [];
      const known = new Map([...list.children].map((item) => [item.dataset.key, item]));
      let next = list.firstElementChild;
      for (const item of items) {
        let shown = known.get(item.dataset.key);
        known.delete(item.dataset.key);
        if (!shown || shown.innerHTML !== item.innerHTML) {
          changed.push(item);
          if (shown) {
            if (shown === next) next = item;
            shown.replaceWith(item);
          }
          shown = item;
        }
        if (shown === next) next = next.nextElementSibling; else list.insertBefore(shown, next);
      }
      for (const item of known.values()) item.remove();
      return changed;
    };

    const update = (element, html) => {
      const template = document.createElement("template");
      template.innerHTML = html;
      const focused = document.activeElement;
      const scope = element.contains(focused) ? focused.closest("[data-key]") ?? element : undefined;
      const key = scope?.dataset.key;
      const place = scope ? [...scope.querySelectorAll("a")].indexOf(focused) : -1;
      const list = element.firstElementChild;
      const newList = template.content.firstElementChild;
      let changed = [];
      if (list?.tagName === "UL" && newList?.tagName === "UL" && template.content.children.length === 1) {
        changed = updateList(list, [...newList.children]);
      } else if (element.innerHTML !== template.innerHTML) {
        element.replaceChildren(template.content);
        changed = [element];
      }
      if (place >= 0 && document.activeElement !== focused) {
        const item = key === undefined ? element : element.querySelector(`[data-key="${CSS.escape(key)}"]`);
        item?.querySelectorAll("a")[place]?.focus({ preventScroll: true });
      }
      return changed;
    };

    const light = (items) => {
      if (items.length === 0) return;
      for (const item of items) {
        item.classList.add("new");
        setTimeout(() => item.classList.remove("new"), 3000);
      }
      const people = [...new Set(items.map((item) => item.dataset.by).filter(Boolean))];
      news.textContent = people.length > 0
        ? `${people.join(", ")} changed this page.` : "This page has changed.";
    };

    const offerLink = (text) => {
      const link = document.createElement("a");
      link.href = location.href;
      link.textContent = text;
      offer.replaceChildren(link);
      return link;
    };

    // What is typed stays, and so does the focus: otherwise the page is loaded again, once a second.
    let reload = 0;
    const mayReload = () => !isTouched && [null, document.body].includes(document.activeElement);
    const offerReload = () => {
      isStale = true;
      if (mayReload()) {
        reload ||= setTimeout(() => { reload = 0; if (mayReload()) location.reload(); else offerReload(); }, 1000);
        return;
      }
      const link = offerLink("There is something new. Load the page again");
      link.addEventListener("click", (event) => { event.preventDefault(); location.reload(); });
    };

    // The field in which somebody types stays where it is on the screen, whatever grows above it.
    const receive = (boxes, isAll) => {
      const field = document.activeElement;
      const old = field?.matches("input, select, textarea") ? field.getBoundingClientRect() : undefined;
      show(boxes, isAll);
      if (old && old.bottom > 0 && old.top < innerHeight) {
        scrollBy({ top: field.getBoundingClientRect().top - old.top, behavior: "instant" });
      }
    };

    // Boxes without an element are new if the page says that it grows by such.
    const show = (boxes, isAll) => {
      const changed = [];
      let isNew = false;
      const grows = [...document.querySelectorAll("[data-grows]")].map((element) => element.dataset.grows);
      for (const [id, html] of Object.entries(boxes)) {
        const element = document.getElementById(id);
        if (element && !html && element.tagName === "LI") element.remove();
        else if (element) changed.push(...update(element, html));
        else if (html && grows.some((beginning) => id.startsWith(beginning))) isNew = true;
      }
      if (isNew) offerReload();
      if (!isAll) return light(changed);
      for (const element of document.querySelectorAll(shown)) {
        if (element.id in boxes) continue;
        if (element.tagName === "LI") element.remove(); else element.replaceChildren();
      }
    };

    // The gateway does not keep the page any longer, or was restarted: it makes another one.
    const recover = async () => {
      if (isRecovering) return;
      isRecovering = true;
      clearTimeout(recovery);
      try {
        const answer = await fetch(location.href);
        if (!answer.ok) throw new Error(answer.status);
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const stream = page.documentElement.dataset.live;
        // It is the login.
        if (!stream) {
          if (mayReload()) return location.reload();
          connection.textContent = "";
          offerLink("You are not logged in any longer. Log in in another window").target = "_blank";
          throw new Error("login");
        }
        place = stream;
        if (answer.redirected) history.replaceState(null, "", answer.url);
        if (draft) keep();
        position = undefined;
        pause = 1000;
        if (isWhole) offerReload();
        const boxes = [...page.querySelectorAll(shown)];
        receive(Object.fromEntries(boxes.map((box) => [box.id, box.innerHTML])), true);
        isRecovering = false;
        open();
      } catch {
        isRecovering = false;
        recovery = setTimeout(recover, pause);
        pause = Math.min(2 * pause, 30000);
      }
    };

    const open = () => {
      if (!place || source || isRecovering || document.hidden) return;
      source = new EventSource(position ? `${place}?after=${encodeURIComponent(position)}` : place);
      source.onopen = () => {
        connection.textContent = offer.textContent = "";
        if (isStale) offerReload();
      };
      const receiveEvent = (event) => {
        position = event.lastEventId;
        if (isWhole) offerReload(); else receive(JSON.parse(event.data), event.type === "all");
      };
      source.addEventListener("all", receiveEvent);
      source.addEventListener("boxes", receiveEvent);
      source.onerror = () => {
        connection.textContent = "The connection is lost. Trying again …";
        if (source.readyState !== EventSource.CLOSED) return;
        source = null;
        recover();
      };
    };

    // A hidden page needs no stream: a browser has few for one server.
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) return open();
      // It would end after a minute.
      if (draft) return keep();
      source?.close();
      source = null;
    });
    // While a page is open, the gateway does not end.
    setInterval(() => { if (document.hidden) fetch("/alive").catch(() => {}); }, 240000);
    open();
    """#

  static let icon = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#146c43" d="M2 9h5v5H2z"/>\
    <path fill="#a32f2f" d="M9 2h5v12H9z"/></svg>
    """
}
