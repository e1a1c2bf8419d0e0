// A hook of memwiki: `memwiki init --agent` writes it anew.
// OpenCode runs this before each tool; what it throws is told to the agent, and the tool is not run.
import { spawnSync } from "node:child_process"

const MEMWIKI = ["memwiki"]
// Tools that change no file, and the shell, whose commands nobody can read for sure.
const PASSING = new Set(["read", "grep", "glob", "list", "bash", "webfetch", "websearch", "todowrite", "todoread"])

function ask(directory, event, payload) {
  const [program, ...words] = [...MEMWIKI, "hook", "opencode", event]
  const input = JSON.stringify({ hook_event_name: event, cwd: directory, ...payload })
  const done = spawnSync(program, words, { input, cwd: directory, encoding: "utf8", timeout: 30_000 })
  if (done.error) throw new Error(`memwiki cannot be run, so nothing is written: ${done.error.message}`)
  return done
}

export const Memwiki = async ({ directory }) => {
  const primed = new Map()
  return {
    "tool.execute.before": async (input, output) => {
      if (PASSING.has(input.tool)) return
      const call = { session_id: input.sessionID, tool_use_id: input.callID }
      const done = ask(directory, "tool.execute.before", { ...call, tool_name: input.tool, tool_input: output.args })
      if (done.status !== 0) throw new Error(done.stderr.trim() || `memwiki ended with ${done.status}`)
    },
    "experimental.chat.system.transform": async (input, output) => {
      const session = input.sessionID ?? ""
      if (!primed.has(session)) {
        try {
          const done = ask(directory, "session.start", { session_id: session })
          primed.set(session, done.status === 0 ? done.stdout.trim() : "")
        } catch {
          primed.set(session, "") // a session may begin without it; its writes may not
        }
      }
      if (primed.get(session)) output.system.push(primed.get(session))
    },
  }
}
