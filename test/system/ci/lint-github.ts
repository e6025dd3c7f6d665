// Prints what GitHub's own parser says against each document that it gets on stdin, as JSON.
// A program of its own: the parser imports JSON as bundlers take it, which tsx can and vitest cannot.
import { json } from 'node:stream/consumers'

import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { parseAction } from '@actions/workflow-parser/actions/action-parser'
import * as z from 'zod/mini'

const trace = new NoOperationTraceWriter()

async function faultsOf(content: string): Promise<readonly string[]> {
  if (content.includes('\nruns:\n')) {
    const { context } = parseAction({ name: 'action.yml', content }, trace)
    return context.errors.getErrors().map(({ message }) => message)
  }
  const { context, value } = parseWorkflow({ name: 'test.yml', content }, trace)
  if (value !== undefined) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(({ message }) => message)
}

const documents = z.array(z.string()).parse(await json(process.stdin))
process.stdout.write(JSON.stringify(await Promise.all(documents.map(faultsOf))))
