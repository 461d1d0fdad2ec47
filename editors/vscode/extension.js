// Starts the language server, `patternc lsp`; highlighting needs none of this.
const { workspace, window } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const [command, ...args] = workspace.getConfiguration("patternc").get("command");
  client = new LanguageClient("patternc", "patternc", { command, args }, { documentSelector: [{ language: "pat" }] });
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`${command} does not start: install patternc[lsp], or set patternc.command. ${error.message}`);
  }
};

exports.deactivate = () => client?.stop();
