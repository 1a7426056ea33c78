import { command, exitCodes } from '../frame/command.ts'
import { serveTools } from '../mcp/serve-tools.ts'

export const mcpCommand = command({
  path: 'mcp',
  summary: {
    en: 'serve tools for an AI assistant over standard input and output (MCP)',
    pl: 'udostępnij narzędzia asystentowi AI przez standardowe wejście i wyjście (MCP)',
  },
  details: {
    en: 'Serve tools to an AI assistant over the Model Context Protocol (MCP). The assistant starts this command. Tools that change something are offered only with --write, and with an API key only those that its scopes allow.',
    pl: 'Udostępnij narzędzia asystentowi AI przez protokół MCP. To polecenie uruchamia asystent. Narzędzia, które coś zmieniają, są dostępne tylko z --write, a z kluczem API tylko te, na które pozwalają jego zakresy.',
  },
  options: {
    write: {
      kind: 'flag',
      summary: { en: 'also offer tools that change something', pl: 'także narzędzia, które coś zmieniają' },
    },
  },
  async run(invocation) {
    await serveTools(invocation, invocation.options.write)
    return exitCodes.ok
  },
})
