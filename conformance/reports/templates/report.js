"use strict";
// Sort the tables of the page, and show the list of all verdicts.
(() => {
  const started = performance.now();
  const MAX_ROWS = 1000; // of which the list shows more only with a filter
  const COLUMNS = ["kind", "case", "path", "rule", "expected → got", "reason", "ms"];
  const SORTED_BY = { "expected → got": "" }; // columns that cannot be sorted
  const END = 28; // characters at the end of a case id that stay visible

  // ---- buttons that copy the command before them ------------------------------------------------

  async function copyText(block) {
    try {
      await navigator.clipboard.writeText(block.textContent);
      return true;
    } catch {
      const range = document.createRange(); // without permission, copy the selection instead
      range.selectNodeContents(block);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      return document.execCommand("copy");
    }
  }

  function addCopying(button) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const done = await copyText(button.previousElementSibling);
      button.textContent = done ? "copied" : "press Ctrl+C";
      setTimeout(() => { button.textContent = "copy"; }, 2000);
    });
  }

  for (const button of document.querySelectorAll("button.copy")) addCopying(button);

  const source = document.getElementById("data");
  if (!source) { // the page of one case has no list
    document.documentElement.dataset.ready = String(Math.round(performance.now() - started));
    return;
  }
  const data = JSON.parse(source.textContent);
  const [CASE, PATH, KIND, RULE, OPERATIONS, REASON, MS] = data.columns;
  const total = CASE.length;
  const failing = new Set(data.failing);
  const number = new Intl.NumberFormat("en");

  function element(tag, className, text) {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  }

  const words = (name) => name.replaceAll("_", " ");

  // ---- filtering and sorting ------------------------------------------------------------------

  const lowered = new Map();
  function lower(name, table) {
    if (!lowered.has(name)) {
      lowered.set(name, table.map((value) => String(value).toLowerCase()));
    }
    return lowered.get(name);
  }

  /** Return for each entry of a table whether it contains the word. */
  function holding(name, table, word) {
    return lower(name, table).map((text) => text.includes(word));
  }

  function matching(state) {
    const tests = [];
    const quoted = /^"(.*)"$/.exec(state.q.trim());
    if (quoted) {
      const wanted = data.cases.indexOf(quoted[1]);
      tests.push((row) => CASE[row] === wanted);
    } else {
      for (const word of state.q.toLowerCase().split(/\s+/).filter(Boolean)) {
        const inCase = holding("cases", data.cases, word);
        const inPath = holding("paths", data.paths, word);
        const inRule = holding("rules", data.rules, word);
        const inReason = holding("reasons", data.reasons, word);
        const inOperations = holding("operations", data.operations, word);
        tests.push((row) => inCase[CASE[row]] || inRule[RULE[row]] || inReason[REASON[row]] ||
          inOperations[OPERATIONS[row]] || inPath[PATH[row]]);
      }
    }
    if (state.kind.length) {
      const wanted = new Set(state.kind.map((kind) => data.kinds.indexOf(kind)));
      tests.push((row) => wanted.has(KIND[row]));
    }
    if (state.path) {
      const wanted = data.paths.indexOf(state.path);
      tests.push((row) => PATH[row] === wanted);
    }
    if (state.operation) {
      const has = data.operations.map((names) => names.includes(state.operation));
      tests.push((row) => has[OPERATIONS[row]]);
    }
    const found = [];
    for (let row = 0; row < total; row++) {
      if (tests.every((test) => test(row))) found.push(row);
    }
    return found;
  }

  const ranks = new Map();
  /** Return the position of each entry of a table in alphabetical order. */
  function ranked(name, table) {
    if (!ranks.has(name)) {
      const order = table.map((_, index) => index);
      order.sort((a, b) => (table[a] < table[b] ? -1 : table[a] > table[b] ? 1 : 0));
      const places = new Array(table.length);
      order.forEach((index, place) => { places[index] = place; });
      ranks.set(name, places);
    }
    return ranks.get(name);
  }

  function keyOf(column) {
    const ranking = (name, table, cells) => {
      const places = ranked(name, table);
      return (row) => places[cells[row]];
    };
    switch (column) {
      case "kind": return ranking("kinds", data.kinds, KIND);
      case "case": return ranking("cases", data.cases, CASE);
      case "path": return ranking("paths", data.paths, PATH);
      case "rule": return ranking("rules", data.rules, RULE);
      case "reason": return ranking("reasons", data.reasons, REASON);
      case "ms": return (row) => MS[row];
      default: return (row) => (failing.has(KIND[row]) ? 0 : 1); // failures first
    }
  }

  function sorted(rows, sort) {
    const backwards = sort.startsWith("-");
    const key = keyOf(backwards ? sort.slice(1) : sort);
    const sign = backwards ? -1 : 1;
    return rows.sort((a, b) => sign * (key(a) - key(b)) || a - b);
  }

  // ---- filters and sort order are kept in the URL fragment, so that a view can be linked ------

  function readState() {
    const [, query = ""] = location.hash.split("?", 2);
    const given = new URLSearchParams(query);
    return {
      q: given.get("q") || "",
      kind: (given.get("kind") || "").split(",").filter((kind) => data.kinds.includes(kind)),
      path: given.get("path") || "",
      operation: given.get("operation") || "",
      sort: given.get("sort") || "",
      open: given.get("open") === "first",
    };
  }

  function writeState(state) {
    const query = new URLSearchParams();
    for (const name of ["q", "path", "operation", "sort"]) {
      if (state[name]) query.set(name, state[name]);
    }
    if (state.kind.length) query.set("kind", state.kind.join(","));
    const text = query.toString();
    history.replaceState(null, "", "#verdicts" + (text ? "?" + text : ""));
  }

  // ---- list of verdicts -----------------------------------------------------------------------

  const list = document.getElementById("list");
  let state = readState();

  const bar = element("div", "bar");
  const box = element("input");
  box.type = "search";
  box.placeholder = "case, rule, reason, operation …";
  box.setAttribute("aria-label", "filter verdicts by text");
  const operationBox = choice("all operations",
    [...new Set(data.operations.flat())].sort(), "filter by operation");
  const pathBox = choice("all paths", data.paths.filter(Boolean).sort(), "filter by path");
  const reset = element("button", "reset", "reset");
  reset.type = "button";
  bar.append(box, operationBox, pathBox, reset);

  const chips = element("div", "chips");
  const counts = new Array(data.kinds.length).fill(0);
  for (const kind of KIND) counts[kind] += 1;
  const chipOf = new Map();
  data.kinds.forEach((kind, index) => {
    if (!counts[index]) return;
    const chip = element("button", "chip " + classOf(index),
      words(kind) + " " + number.format(counts[index]));
    chip.type = "button";
    chip.addEventListener("click", () => {
      const chosen = new Set(state.kind);
      if (!chosen.delete(kind)) chosen.add(kind);
      change({ kind: [...chosen] });
    });
    chipOf.set(kind, chip);
    chips.append(chip);
  });

  const status = element("p", "status");
  status.setAttribute("role", "status");
  const head = element("div", "row head");
  const headOf = new Map();
  for (const column of COLUMNS) {
    if (column in SORTED_BY) {
      head.append(element("span", "cell values", column));
      continue;
    }
    const button = element("button", "cell " + column, column);
    button.type = "button";
    button.addEventListener("click", () => {
      const next = state.sort === column ? "-" + column : state.sort === "-" + column ? "" : column;
      change({ sort: next });
    });
    headOf.set(column, button);
    head.append(button);
  }
  const view = element("div", "view");
  // On a narrow screen the columns scroll sideways together with their names.
  const wide = element("div", "scroller");
  const columns = element("div", "columns");
  wide.tabIndex = 0;
  wide.setAttribute("role", "region");
  wide.setAttribute("aria-label", "list of verdicts");
  columns.append(head, view);
  wide.append(columns);
  list.append(bar, chips, status, wide);

  function choice(all, values, label) {
    const select = element("select");
    select.setAttribute("aria-label", label);
    const first = element("option", "", all);
    first.value = "";
    select.append(first);
    for (const value of values) {
      const option = element("option", "", value);
      option.value = value;
      select.append(option);
    }
    return select;
  }

  function classOf(kind) {
    if (failing.has(kind)) return "failed";
    return { passed: "passed", quality_warning: "passed", declined: "declined" }[data.kinds[kind]]
      || "other";
  }

  function change(part) {
    state = { ...state, ...part };
    writeState(state);
    refresh();
  }

  function refresh() {
    const rows = sorted(matching(state), state.sort);
    if (box.value !== state.q) box.value = state.q;
    operationBox.value = state.operation;
    pathBox.value = state.path;
    for (const [kind, chip] of chipOf) {
      chip.setAttribute("aria-pressed", String(state.kind.includes(kind)));
    }
    for (const [column, button] of headOf) {
      const way = state.sort === column ? "ascending"
        : state.sort === "-" + column ? "descending" : "none";
      button.dataset.sort = way;
    }
    const cut = rows.length > MAX_ROWS
      ? `; only the first ${number.format(MAX_ROWS)} are shown, use a filter to see others` : "";
    status.textContent =
      `${number.format(rows.length)} of ${number.format(total)} verdicts${cut}`;
    view.replaceChildren(...rows.slice(0, MAX_ROWS).map(rowNode));
    view.scrollTop = 0;
    if (state.open && rows.length) toggle(view.firstChild, rows[0]);
  }

  function rowNode(row) {
    const node = element("div", "item");
    const line = element("div", "row " + classOf(KIND[row]));
    line.tabIndex = 0;
    line.setAttribute("role", "button");
    line.setAttribute("aria-expanded", "false");
    const kind = element("span", "cell");
    kind.append(element("span", "pill " + classOf(KIND[row]), words(data.kinds[KIND[row]])));
    const id = element("span", "cell case");
    const name = data.cases[CASE[row]];
    id.title = name;
    id.append(element("span", "start", name.slice(0, -END)), element("span", "end", name.slice(-END)));
    line.append(
      kind,
      id,
      element("span", "cell path", data.paths[PATH[row]]),
      element("span", "cell rule", data.rules[RULE[row]]),
      element("span", "cell values", expectedAndGot(row)),
      element("span", "cell reason", data.reasons[REASON[row]]),
      element("span", "cell ms", MS[row].toFixed(2)),
    );
    line.addEventListener("click", () => toggle(node, row));
    line.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        toggle(node, row);
      }
    });
    node.append(line);
    return node;
  }

  /** Return the expected and the actual value of the worst element, or dimensions, of a failure. */
  function expectedAndGot(row) {
    const worst = data.details[row]?.worst;
    if (worst) return `${shortText(worst.expected)} → ${shortText(worst.actual)}`;
    const reason = data.reasons[REASON[row]];
    const values = /expected (\S+), got (\S+?)[,;]/.exec(reason);
    if (values) return `${values[1]} → ${values[2]}`;
    const sizes = /reported dimensions (\[[^\]]*\]), expected (\[[^\]]*\])/.exec(reason);
    return sizes ? `${sizes[2]} → ${sizes[1]}` : "";
  }

  const shortText = (value) =>
    (typeof value === "number" ? String(Number(value.toPrecision(7))) : String(value));

  /** Show or hide the details below the row of a verdict. */
  function toggle(node, row) {
    const [line, detail] = node.children;
    if (detail) detail.remove();
    else node.append(detailNode(row));
    line.setAttribute("aria-expanded", String(!detail));
  }

  // ---- details of one verdict -----------------------------------------------------------------

  function detailNode(row) {
    const node = element("div", "detail");
    const id = data.cases[CASE[row]];
    node.append(element("p", "id", id));
    if (data.reasons[REASON[row]]) node.append(element("p", "reason", data.reasons[REASON[row]]));
    const names = data.operations[OPERATIONS[row]];
    if (names.length) node.append(element("p", "", "operations: " + names.join(", ")));
    const details = data.details[row];
    if (details) node.append(shown(details));
    const command = element("div", "command");
    const button = element("button", "copy", "copy");
    button.type = "button";
    command.append(element("pre", "", data.command + shellQuoted(id)), button);
    addCopying(button);
    node.append(command);
    return node;
  }

  const shellQuoted = (text) =>
    (/^[\w@%+=:,./-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\"'\"'") + "'");

  const isPlain = (value) => value === null || typeof value !== "object";
  const isFlat = (value) => !isPlain(value) && !Array.isArray(value);

  const plainText = (value) =>
    (typeof value === "number" && !Number.isInteger(value)
      ? String(Number(value.toPrecision(9))) : String(value));

  /** Return any JSON value as DOM nodes; its strings become text, never markup. */
  function shown(value) {
    if (isPlain(value)) return element("span", "", plainText(value));
    if (Array.isArray(value)) {
      if (value.length && value.every(isFlat)) return tableOf(value);
      const texts = value.map((item) => (isPlain(item) ? plainText(item) : JSON.stringify(item)));
      const long = texts.some((text) => text.includes("\n") || text.length > 60);
      return long ? element("pre", "", texts.join("\n")) : element("span", "", texts.join(", "));
    }
    const list = element("dl");
    for (const [name, inner] of Object.entries(value)) {
      const pair = element("div");
      const definition = element("dd");
      definition.append(typeof inner === "string" && inner.includes("\n")
        ? element("pre", "", inner) : shown(inner));
      pair.append(element("dt", "", words(name)), definition);
      list.append(pair);
    }
    return list;
  }

  function tableOf(entries) {
    const names = [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
    const table = element("table");
    const top = table.createTHead().insertRow();
    for (const name of names) top.append(element("th", "", words(name)));
    const body = table.createTBody();
    for (const entry of entries) {
      const line = body.insertRow();
      for (const name of names) {
        const value = entry[name];
        const text = value === undefined ? "" : isPlain(value) ? plainText(value)
          : JSON.stringify(value);
        line.append(element("td", "", text));
      }
    }
    return table;
  }

  // ---- tables and links of the static part ----------------------------------------------------

  function sortable(table) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((cell, column) => {
      const button = element("button", "", cell.textContent);
      button.type = "button";
      cell.replaceChildren(button);
      button.addEventListener("click", () => {
        const numeric = table.tBodies[0].rows[0]?.cells[column].dataset.value !== undefined;
        const first = numeric ? "descending" : "ascending"; // largest number or first name on top
        const second = numeric ? "ascending" : "descending";
        const way = cell.dataset.sort === first ? second : first;
        for (const other of heads) delete other.dataset.sort;
        cell.dataset.sort = way;
        const sign = way === "ascending" ? 1 : -1;
        const valueOf = (line) => {
          const value = line.cells[column];
          return numeric ? Number(value.dataset.value) : value.textContent;
        };
        const lines = [...table.tBodies[0].rows];
        lines.sort((a, b) => {
          const [x, y] = [valueOf(a), valueOf(b)];
          return sign * (x < y ? -1 : x > y ? 1 : 0);
        });
        table.tBodies[0].append(...lines);
      });
    });
  }

  for (const table of document.querySelectorAll("table.sortable")) sortable(table);

  document.addEventListener("click", (event) => {
    const cell = event.target.closest("code.case");
    if (cell) {
      location.hash = "#verdicts?" + new URLSearchParams({ q: `"${cell.textContent}"` });
      return;
    }
    const amount = event.target.closest("#operations tbody th, #operations td[data-kind]");
    if (amount && amount.textContent) {
      const wanted = { operation: amount.parentElement.cells[0].textContent.trim() };
      if (amount.dataset.kind) wanted.kind = amount.dataset.kind;
      location.hash = "#verdicts?" + new URLSearchParams(wanted);
    }
  });

  function follow() {
    if (!location.hash.startsWith("#verdicts")) return;
    state = readState();
    refresh();
    document.getElementById("verdicts").scrollIntoView();
  }

  let typing = 0;
  box.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => change({ q: box.value }), 120);
  });
  operationBox.addEventListener("change", () => change({ operation: operationBox.value }));
  pathBox.addEventListener("change", () => change({ path: pathBox.value }));
  reset.addEventListener("click", () => {
    change({ q: "", kind: [], path: "", operation: "", sort: "" });
  });
  window.addEventListener("hashchange", follow);

  document.getElementById("needs-script").remove();
  list.hidden = false;
  document.documentElement.classList.add("scripted");
  refresh();
  follow();
  document.documentElement.dataset.ready = String(Math.round(performance.now() - started));
})();
