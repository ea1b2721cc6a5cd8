/** `cuelight mcp`: agents use the running Cuelight over stdin and stdout, by the Model Context Protocol. */
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { controlStateOf } from '../../../shared/control/stateOf.ts'
import { EXIT } from '../../../shared/words/cli/cli.ts'
import { MCP_WORDS } from '../../../shared/words/cli/mcp.ts'
import { VERSION } from '../../util/version.ts'
import type { Answer } from '../answer.ts'
import type { Desk } from '../desk.ts'
import { type AgentLink, createAgentLink } from './link.ts'
import { registerTools } from './tools.ts'

/** Serves one agent until it leaves. Stdout belongs to the protocol: nothing else is printed there. */
export async function mcp(desk: Desk): Promise<Answer> {
  const link = createAgentLink(desk, desk.typed.about)
  const left = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  const served = serveStdio(() => createAgentServer(desk, link), { transport: new StdioServerTransport() })
  await Promise.race([left, desk.stopped])
  await served.close()
  link.close()
  return { code: EXIT.done, sentence: '', quiet: true }
}

/** What an agent sees: tools, the show as it is now, and the report of the last show. */
export function createAgentServer({ clock }: Pick<Desk, 'clock'>, link: AgentLink): McpServer {
  const server = new McpServer({ name: 'cuelight', version: VERSION }, { instructions: MCP_WORDS.instructions })
  registerTools(server, link, clock)
  const json = (uri: URL, value: unknown) => ({
    contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(value, null, 2) }],
  })
  const isJson = { mimeType: 'application/json' }
  server.registerResource('state', 'cuelight://state', { ...isJson, description: MCP_WORDS.state }, async (uri) =>
    json(uri, controlStateOf(await (await link.client()).state(), clock.now())),
  )
  server.registerResource('report', 'cuelight://report', { ...isJson, description: MCP_WORDS.report }, async (uri) =>
    json(uri, (await (await link.client()).query('showReport', { show: null })).value),
  )
  return server
}
