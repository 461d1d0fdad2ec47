// The tokens of the grammar: of every preset, and of one line word by word.
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const oniguruma = require("vscode-oniguruma");
const { Registry, parseRawGrammar, INITIAL } = require("vscode-textmate");

const grammarFile = path.join(__dirname, "..", "syntaxes", "pat.tmLanguage.json");
const presets = path.join(__dirname, "..", "..", "..", "patternc", "presets");

async function grammar() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer;
  await oniguruma.loadWASM(wasm);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(grammarFile, "utf8"), grammarFile),
  });
  return registry.loadGrammar("source.pat");
}

const loaded = grammar();

async function scopes(text) {
  const found = [];
  let state = INITIAL;
  for (const line of text.split("\n")) {
    const result = (await loaded).tokenizeLine(line, state);
    state = result.ruleStack;
    for (const token of result.tokens) {
      const word = line.slice(token.startIndex, token.endIndex).trim();
      if (word) found.push([word, token.scopes.slice(1).join(" ")]);
    }
  }
  return found;
}

test("a line, word by word", async () => {
  const found = Object.fromEntries(await scopes("pattern local(left=4K) {\n    attend window(left, 0) & document(@docs)  # why\n}"));
  assert.strictEqual(found["pattern"], "keyword.declaration.pat");
  assert.strictEqual(found["local"], "entity.name.type.pat");
  assert.strictEqual(found["4K"], "constant.numeric.pat");
  assert.strictEqual(found["attend"], "keyword.control.pat");
  assert.strictEqual(found["window"], "support.function.mask.pat");
  assert.strictEqual(found["&"], "keyword.operator.pat");
  assert.strictEqual(found["@docs"], "variable.other.input.pat");
  assert.strictEqual(found["# why"], "comment.line.number-sign.pat");
});

test("a keyword is one only where a statement begins", async () => {
  const found = await scopes("    segments w; offset head\n    attend segment(8, offset=head)");
  const offsets = found.filter(([word]) => word === "offset").map(([, scope]) => scope);
  assert.deepStrictEqual(offsets, ["keyword.control.pat", "variable.parameter.pat"]);
});

test("a comment for patternc is a directive", async () => {
  const [[, scope]] = await scopes("# patternc: allow P036");
  assert.match(scope, /directive/);
});

test("every preset has keywords, masks and a name", async () => {
  const files = fs.readdirSync(presets).filter((name) => name.endsWith(".pat"));
  assert.ok(files.length > 20);
  for (const file of files) {
    const found = await scopes(fs.readFileSync(path.join(presets, file), "utf8"));
    for (const scope of ["keyword.declaration.pat", "entity.name.type.pat", "keyword.control.pat"]) {
      assert.ok(found.some(([, own]) => own === scope), `${file} has no ${scope}`);
    }
  }
});
