import * as z from 'zod/mini'

const textOf = z.strictObject({ text: z.string().check(z.minLength(1)) })

const location = z.strictObject({
  physicalLocation: z.strictObject({
    artifactLocation: z.strictObject({ uri: z.string().check(z.regex(/^[\w\-.!~*'()%/:]+$/)) }),
    region: z.optional(z.strictObject({ startLine: z.number().check(z.int(), z.gte(1)) })),
  }),
})

const result = z.strictObject({
  ruleId: z.string(),
  level: z.enum(['none', 'note', 'warning', 'error']),
  message: textOf,
  locations: z.optional(z.array(location)),
  partialFingerprints: z.record(z.string(), z.string()),
  suppressions: z.optional(
    z.array(z.strictObject({ kind: z.enum(['inSource', 'external']), justification: z.string() })),
  ),
  properties: z.strictObject({ variant: z.string(), section: z.nullable(z.string()) }),
})

const driver = z.strictObject({
  name: z.string(),
  version: z.string(),
  rules: z.array(z.strictObject({ id: z.string(), shortDescription: textOf })),
})

const run = z.strictObject({
  tool: z.strictObject({ driver }),
  columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
  invocations: z.array(z.strictObject({ executionSuccessful: z.boolean(), commandLine: z.string() })),
  results: z.array(result),
})

/** The part of SARIF 2.1.0 (OASIS) that a sweep writes: no property that the standard does not name, and none that it requires is missing. */
export const sarifSchema = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.tuple([run]),
})
