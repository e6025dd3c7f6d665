import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parse } from 'yaml'
import * as z from 'zod/mini'

import type { Machine, Ran } from './machine.ts'

const texts = z.record(z.string(), z.coerce.string())

const stepSchema = z.strictObject({
  name: z.optional(z.string()),
  id: z.optional(z.string()),
  if: z.optional(z.string().check(z.regex(/^(always\(\)|failure\(\)( && env\.\w+)?)$/))),
  uses: z.optional(z.string()),
  with: z.optional(texts),
  shell: z.optional(z.literal('bash')),
  'working-directory': z.optional(z.string()),
  env: z.optional(texts),
  run: z.optional(z.string()),
})

const jobSchema = z.looseObject({
  steps: z.array(stepSchema),
  env: z.optional(texts),
})

const workflowSchema = z.looseObject({ jobs: z.record(z.string(), jobSchema) })

const actionSchema = z.looseObject({
  inputs: z.optional(z.record(z.string(), z.looseObject({ default: z.string() }))),
  outputs: z.optional(z.record(z.string(), z.looseObject({ value: z.string() }))),
  runs: z.looseObject({ steps: z.array(stepSchema) }),
})

type Step = z.infer<typeof stepSchema>
type Job = z.infer<typeof jobSchema>
type Texts = Readonly<Record<string, string>>

/** The jobs of a workflow. */
export const jobsOf = (workflow: string): readonly Job[] => Object.values(workflowSchema.parse(parse(workflow)).jobs)

/** A step of a job that was not left out: a command that ended, or the call of an action that is not of this repository. */
interface Done extends Ran {
  readonly title: string
  readonly with: Texts
}

/** The things of a whole job. */
interface Course {
  readonly machine: Machine
  /** The environment that steps give to later ones. */
  readonly env: Record<string, string>
  readonly done: Done[]
}

/** The things that steps can name: of the job, or of an action. */
interface Scope {
  readonly contexts: Record<string, Texts>
  readonly steps: Record<string, Texts>
  readonly env: Texts
}

/** A job that has ended. */
export interface Ended {
  readonly done: readonly Done[]
  readonly env: Texts
  readonly summary: string
}

/** Runs the steps of a job as a runner of GitHub does. */
export async function runJob(machine: Machine, job: Job): Promise<Ended> {
  const course: Course = { machine, env: { ...job.env }, done: [] }
  await writeFile(join(machine.temp, 'summary'), '')
  await runSteps(course, job.steps, { contexts: {}, steps: {}, env: {} })
  return { done: course.done, env: course.env, summary: await readFile(join(machine.temp, 'summary'), 'utf8') }
}

/** An action begins without failures, also where the job has failed. @returns false if a step failed */
async function runSteps(course: Course, steps: readonly Step[], scope: Scope): Promise<boolean> {
  let isGood = true
  for (const step of steps) {
    if (isDue(step, course, isGood) && !(await runStep(course, step, scope))) isGood = false
  }
  return isGood
}

function isDue({ if: condition }: Step, { env }: Course, isGood: boolean): boolean {
  if (condition === undefined) return isGood
  const [, variable] = condition.split(' && env.')
  return condition === 'always()' || (!isGood && (variable === undefined || env[variable] !== undefined))
}

async function runStep(course: Course, step: Step, scope: Scope): Promise<boolean> {
  const given = fillAll(step.with ?? {}, course, scope)
  if (step.uses?.startsWith('./') === true) return await runAction(course, step, given, scope)
  if (step.uses === undefined) return await runScript(course, step, scope)
  course.done.push({ title: step.uses, with: given, code: 0, out: '' })
  return true
}

async function runAction(course: Course, { uses = '', id = '' }: Step, given: Texts, scope: Scope): Promise<boolean> {
  const folder = join(course.machine.project, uses)
  const text = readFileSync(join(folder, 'action.yml'), 'utf8')
  const { inputs = {}, outputs = {}, runs } = actionSchema.parse(parse(text))
  const unknown = Object.keys(given).find((name) => inputs[name] === undefined)
  if (unknown !== undefined) throw new Error(`${uses} has no input ${unknown}`)
  const defaults = Object.fromEntries(Object.entries(inputs).map(([name, { default: value }]) => [name, value]))
  const env = { ...scope.env, GITHUB_ACTION_PATH: folder }
  const inner: Scope = { contexts: { inputs: { ...defaults, ...given } }, steps: {}, env }
  const isGood = await runSteps(course, runs.steps, inner)
  const values = Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]))
  scope.steps[id] = fillAll(values, course, inner)
  return isGood
}

async function runScript(course: Course, step: Step, scope: Scope): Promise<boolean> {
  const { machine, env, done } = course
  const file = (name: string): string => join(machine.temp, name)
  const script = fill(step.run ?? '', course, scope)
  await Promise.all([writeFile(file('script'), script), writeFile(file('env'), ''), writeFile(file('output'), '')])
  const variables = {
    ...env,
    ...scope.env,
    ...fillAll(step.env ?? {}, course, scope),
    RUNNER_TEMP: machine.temp,
    GITHUB_ENV: file('env'),
    GITHUB_OUTPUT: file('output'),
    GITHUB_STEP_SUMMARY: file('summary'),
  }
  const flags = step.shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e']
  const cwd = join(machine.project, fill(step['working-directory'] ?? '.', course, scope))
  const ran = await machine.bash([...flags, file('script')], cwd, variables)
  done.push({ title: step.name ?? step.run ?? '', with: {}, ...ran })
  Object.assign(env, await readPairs(file('env')))
  scope.steps[step.id ?? ''] = await readPairs(file('output'))
  return ran.code === 0
}

/** The lines of a file, each `NAME=value`. */
async function readPairs(file: string): Promise<Texts> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

const fillAll = (values: Texts, course: Course, scope: Scope): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, fill(text, course, scope)]))

/** A text with the values of its expressions. */
function fill(text: string, { env }: Course, { contexts, steps }: Scope): string {
  return text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const [first = '', second = '', third, fourth = ''] = expression.split('.')
    const outputs = steps[second] === undefined ? undefined : (steps[second][fourth] ?? '')
    const value = third === 'outputs' ? outputs : { env, ...contexts }[first]?.[second]
    if (value === undefined) throw new Error(`${expression}: no such value`)
    return value
  })
}
