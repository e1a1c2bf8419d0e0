//! Starts `memwiki lsp` for Markdown.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Memwiki;

impl zed::Extension for Memwiki {
    fn new() -> Self {
        Memwiki
    }

    fn language_server_command(&mut self, _id: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree
            .which("memwiki")
            .ok_or("memwiki is not on PATH: install it with its extra [lsp]")?;
        Ok(Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Memwiki);
