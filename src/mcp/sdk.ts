/** What is used of the packages of MCP: built into a file of its own, since it takes another part of zod than any start. */
export { McpServer, type Transport } from '@modelcontextprotocol/server'
export { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
