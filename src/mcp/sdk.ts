/** What this program uses of the MCP packages. It is a separate bundle, because it needs a part of zod that a start does not load. */
export { McpServer, type Transport } from '@modelcontextprotocol/server'
export { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
