import { optionRows } from '../../app/options.ts'
import { nearest } from '../../lib/nearest.ts'
import { variableOf } from './flags.ts'

const prefix = 'CLOUDSEC_FAKE_'

/** The variables of all commands, without their prefix. */
const known: readonly string[] = [...optionRows.map(({ name }) => name), 'url', 'sandbox'].map((option) =>
  variableOf(option).slice(prefix.length),
)

/** Variables that Kubernetes and Docker set in other containers for a service named cloudsec-fake. */
const ofServices = /^(?:SERVICE|PORT)_/

/** A sentence for each variable of the environment that looks like one of an option, and is none. */
export function strayVariables(): readonly string[] {
  const names = Object.keys(process.env).filter((name) => name.startsWith(prefix))
  return names.flatMap((name) => {
    const own = name.slice(prefix.length)
    if (known.includes(own) || ofServices.test(own)) return []
    const near = nearest(own, known).map((other) => prefix + other)
    const hint = near.length === 0 ? '; cloudsec-fake start --help shows all' : `. Did you mean ${near.join(' or ')}?`
    return [`no option has the variable ${name}${hint}`]
  })
}
