import { shorten } from '../lib/input-error.ts'
import { didYouMean, nearest } from '../lib/nearest.ts'
import { describeRoutes, matchPath, methodsAt } from '../lib/path-template.ts'
import { controlPath } from './path.ts'
import { Problem } from './problem.ts'
import type { ControlRoute } from './route.ts'
import { synonyms } from './synonyms.ts'

/** The refusal of a request that no route serves. @param base of the control plane, with its sandbox @param path below it */
export function unmatched(method: string, base: string, path: string, routes: readonly ControlRoute[]): Problem {
  const allowed = methodsAt(path, routes)
  if (allowed.length > 0) {
    const detail = `${method}: expected ${allowed.join(', ')} for ${base}${path}. ${effectsAt(path, routes)}`
    return new Problem('method', detail, { Allow: allowed.join(', ') })
  }
  const refusal = `${shorten(`${method} ${base}${path}`)}: no such path`
  const asked = path.toLowerCase().slice(1)
  const word = nounOf(`/${asked}`)
  const meant = synonyms.find(({ names }) => names.includes(word) || names.includes(asked))
  if (meant !== undefined) {
    return new Problem('unknown', `${refusal}; ${meant.is} at ${meant.at.replace(' ', ` ${base}`)}`)
  }
  const nouns = nearest(word, new Set(routes.map((route) => nounOf(route.path))))
  const alike = routes.filter((route) => nouns.includes(nounOf(route.path)))
  const near = didYouMean(`${method} ${controlPath}${path}`, describeRoutes(alike, controlPath))
  return new Problem('unknown', `${refusal}.${near.replaceAll(controlPath, base) || ` GET ${base} lists all`}`)
}

/** The first segment of a path. */
const nounOf = (path: string): string => path.split('/')[1] ?? ''

/** Says for each method of a path its effect, one sentence a method. */
function effectsAt(path: string, routes: readonly ControlRoute[]): string {
  const here = routes.filter((route) => matchPath(route.path, path)?.before === '')
  return here.map(({ method, summary }) => `${method} ${summary[0]?.toLowerCase()}${summary.slice(1)}`).join('. ')
}
