import * as z from 'zod/mini'

import { tryJson } from '../lib/try-json.ts'
import { messageOf, nameOf, within } from './failure-text.ts'
import type { FailedTest } from './report.ts'
import type { TestResults } from './test-results.ts'

const testSchema = z.object({
  ancestorTitles: z.array(z.string()),
  title: z.string(),
  status: z.string(),
  failureMessages: z.nullish(z.array(z.string())),
  location: z.nullish(z.object({ line: z.number() })),
})

const fileSchema = z.object({
  name: z.string(),
  status: z.string(),
  message: z.nullish(z.string()),
  assertionResults: z.array(testSchema),
})

/** The JSON of Vitest and Jest (`--json`, `--reporter=json`). */
const reportSchema = z.object({ testResults: z.array(fileSchema) })

type TestFile = z.output<typeof fileSchema>

/** Reads the JSON of Vitest or Jest, as a file or in one line of what they printed. @returns undefined for another text */
export function readJsonResults(text: string, root: string): TestResults | undefined {
  const files = filesIn(text)
  if (files === undefined) return undefined
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  return {
    total: tests.length + files.filter(isBroken).length,
    failed: files.flatMap((file) => failuresOf(file, root)),
  }
}

function filesIn(text: string): readonly TestFile[] | undefined {
  if (!text.includes('"testResults"')) return undefined
  const whole = reportSchema.safeParse(tryJson(text.replace(/^\uFEFF/, '')))
  if (whole.success) return whole.data.testResults
  const lines = [...text.matchAll(/\{"num\w+":.*\}/g)].map(([line]) => reportSchema.safeParse(tryJson(line)))
  return lines.find(({ success }) => success)?.data?.testResults
}

/** True for a file that failed although no test in it did: it could not be loaded, or a hook failed. */
function isBroken({ status, assertionResults }: TestFile): boolean {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
}

function failuresOf(file: TestFile, root: string): readonly FailedTest[] {
  const path = within(root, file.name)
  if (isBroken(file)) {
    const failure = (file.message ?? '').replace(/^\s*● Test suite failed to run\s*/, '')
    return [{ name: path, file: path, line: null, message: messageOf(failure) }]
  }
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  return failed.map(({ ancestorTitles, title, failureMessages, location }) => {
    const message = messageOf((failureMessages ?? []).join('\n'))
    return { name: nameOf(...ancestorTitles, title), file: path, line: location?.line ?? null, message }
  })
}
