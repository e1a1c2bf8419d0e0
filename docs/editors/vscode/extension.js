// Starts `memwiki lsp` for Markdown. All that it knows is how to start and stop it.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
  return vscode.workspace.getConfiguration("memwiki");
}

function makeClient() {
  const server = { command: settings().get("command", "memwiki"), args: ["lsp"] };
  return new LanguageClient("memwiki", "memwiki", server, {
    documentSelector: [
      { scheme: "file", language: "markdown" },
      { scheme: "file", pattern: "**/{memwiki,members}.toml" },
    ],
    initializationOptions: { lint: settings().get("lint", true) },
    synchronize: { configurationSection: "memwiki" },
  });
}

async function start() {
  client = makeClient();
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `memwiki could not be started (${error.message}). Install it with its extra [lsp] where PATH leads, ` +
        "or set memwiki.command to where it is."
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running && running.needsStop()) {
    await running.stop();
  }
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("memwiki.restart", async () => {
      await stop();
      await start();
    })
  );
  await start();
}

module.exports = { activate, deactivate: stop };
