extension Assets {
  /// The keys of procon-tui, and dragging. What they do can be done by links and forms, too.
  static let keys = #"""
    const fields = "input:not([type=hidden]), select, textarea";

    // Of a page, by what they lead to: a link is followed, a form is opened.
    const places = {
      a: ["add a pro", ".pros form"], A: ["add a con", ".cons form"],
      v: ["take a position", "form[action$='.positions.take']"],
      O: ["object", "form[action$='.objections.raise']"],
      t: ["add a todo", "form[action$='.todos.add']"],
      o: ["read the posts", "a[href$='/posts']"],
      n: ["add a topic, an option or a post",
        "form[action$='.create'], a[href*='.options.add'], a[href$='/draft']"],
      r: ["rename the topic", "a[href*='.rename?']"],
      D: ["delete the topic", ".more a[href*='.remove?']"],
      u: ["take back your last change", "a[href*='.undo?']"],
      U: ["do it again", "a[href*='.redo?']"],
      w: ["set who is asked", "form[action$='.decision.ask']"],
      c: ["decide", "form[action$='.decision.decide']"],
      W: ["decide against the rule", "form[action$='.decision.override']"],
      R: ["reopen what was decided", "form[action$='.decision.reopen'], a[href*='.decision.reopen']"],
      S: ["name its successor", "form[action$='.decision.supersede'], a[href*='.supersede']"],
      H: ["see the history", "a[href$='/history']"],
      T: ["see all topics", "nav a[href='/']"], Q: ["see what waits for you", "nav a[href='/awaiting']"],
      f: ["see what has happened", "nav a[href='/feed']"],
    };
    const others = {
      "j k": "go to the next or previous item", "g G": "go to the first or last one",
      Enter: "open it", "J K": "move the argument down or up", m: "move it to the other side",
      "+ -": "give it more or less weight", "s x": "support it, or no longer",
      d: "delete it", Esc: "leave a field", "?": "show the keys",
    };

    const say = (text) => { offer.textContent = text; };

    const send = async (intent, values) => {
      const body = new URLSearchParams({ ...values, return: location.pathname });
      try {
        const answer = await fetch(`/call/${intent}`, { method: "POST", body, redirect: "manual" });
        if (answer.type === "opaqueredirect") return say("");
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        say(page.querySelector(".alert")?.textContent ?? "This was refused.");
      } catch {
        say("This was not sent: there is no connection.");
      }
    };

    const showKeys = () => {
      let dialog = document.getElementById("keys");
      if (!dialog) {
        dialog = document.createElement("dialog");
        dialog.id = "keys";
        const title = document.createElement("h2");
        title.textContent = "Keys";
        const list = document.createElement("dl");
        const here = Object.entries(places).filter(([, place]) => document.querySelector(place[1]));
        for (const [key, words] of [...here.map(([key, place]) => [key, place[0]]), ...Object.entries(others)]) {
          const [name, meaning] = [document.createElement("dt"), document.createElement("dd")];
          [name.textContent, meaning.textContent] = [key, words];
          list.append(name, meaning);
        }
        const [toggle, button] = [document.createElement("button"), document.createElement("button")];
        const words = () => { toggle.textContent = localStorage.keys === "off" ? "Turn the keys on" : "Turn the keys off"; };
        words();
        toggle.className = "quiet";
        toggle.addEventListener("click", () => {
          localStorage.keys = localStorage.keys === "off" ? "on" : "off";
          words();
        });
        button.textContent = "Close";
        button.addEventListener("click", () => dialog.close());
        dialog.append(title, list, toggle, " ", button);
        document.body.append(dialog);
      }
      dialog.showModal();
    };

    const go = (place) => {
      const found = document.querySelector(place);
      if (found?.tagName === "A") return found.click();
      const folded = found?.closest("details");
      if (folded) folded.open = true;
      found?.querySelector(fields)?.focus();
    };

    // Arguments: where one is, and what may be done with it.
    const may = (element, intent) => element?.closest(`[data-may~="${intent}"]`);
    const board = (section) => section.dataset.scene.split(".").slice(0, -1);

    const move = (item, section, next) => {
      const from = item.closest("[data-may]");
      if (next === item || !section) return;
      const values = { id: item.dataset.key };
      if (next) values.before = next.dataset.key;
      if (section !== from) {
        values.to = section.classList.contains("pros") ? "pro" : "con";
        const [own, other] = [board(from), board(section)];
        if (own.join() !== other.join()) values.option = other[2] === "options" ? other[3] : "";
      }
      send(`${from.dataset.scene}.move`, values);
    };

    const change = (item, key) => {
      const scene = item.closest("[data-may]")?.dataset.scene;
      const id = item.dataset.key;
      switch (key) {
      case "J": {
        const next = item.nextElementSibling;
        if (may(item, "move") && next) move(item, may(item, "move"), next.nextElementSibling);
        return;
      }
      case "K":
        if (may(item, "move") && item.previousElementSibling) move(item, may(item, "move"), item.previousElementSibling);
        return;
      case "m": {
        const from = may(item, "move");
        if (from) move(item, [...from.parentElement.children].find((side) => side !== from), null);
        return;
      }
      case "+": case "=": case "-": {
        const weight = Number(item.querySelector(".weight")?.textContent) + (key === "-" ? -1 : 1);
        if (may(item, "change") && weight >= 1 && weight <= 5) send(`${scene}.change`, { id, weight });
        return;
      }
      case "s": case "x":
        if (may(item, "support")) send(`${scene}.support`, { id, support: key === "s" });
        return;
      case "d":
        if (may(item, "remove")) location.href = `/call/${scene}.remove?id=${encodeURIComponent(id)}&return=${encodeURIComponent(location.pathname)}`;
      }
    };

    const goTo = (key) => {
      const links = [...document.querySelectorAll("main li > a:first-of-type")].filter((link) => link.checkVisibility());
      const index = links.indexOf(document.activeElement);
      const last = links.length - 1;
      const next = { j: Math.min(index + 1, last), k: Math.max(index - 1, 0), g: 0, G: last }[key];
      links[next]?.focus();
    };

    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      const { key, target } = event;
      if (document.querySelector("dialog[open]")) return;
      if (target.closest(fields)) {
        if (key === "Escape") target.blur();
        return;
      }
      if (key === "?") showKeys();
      else if (localStorage.keys === "off") return;
      else if (key.length > 1) return;
      else if ("jkgG".includes(key)) goTo(key);
      else if (places[key] && document.querySelector(places[key][1])) go(places[key][1]);
      else if ("JKm+=-sxd".includes(key) && target.closest("li[data-key]")) change(target.closest("li[data-key]"), key);
      else return;
      event.preventDefault();
    });

    let dragged = null;
    let marked = null;
    const mark = (item) => {
      marked?.classList.remove("drop");
      marked = item;
      marked?.classList.add("drop");
    };
    document.addEventListener("dragstart", (event) => {
      const item = event.target.closest?.("[data-may~=move] li[data-key]");
      if (!item) return;
      dragged = item;
      event.dataTransfer.effectAllowed = "move";
    });
    document.addEventListener("dragover", (event) => {
      const section = dragged && event.target.closest?.("[data-may~=move]");
      if (!section) return mark(null);
      event.preventDefault();
      mark(event.target.closest("li[data-key]") ?? section);
    });
    document.addEventListener("drop", (event) => {
      const section = dragged && event.target.closest?.("[data-may~=move]");
      if (!section) return;
      event.preventDefault();
      const item = event.target.closest("li[data-key]");
      const box = item?.getBoundingClientRect();
      move(dragged, section, item && event.clientY > box.top + box.height / 2 ? item.nextElementSibling : item);
    });
    document.addEventListener("dragend", () => {
      dragged = null;
      mark(null);
    });
    """#
}
