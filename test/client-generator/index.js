import openapiTS, { astToString } from 'openapi-typescript'

export async function generateTypes(document) {
  return astToString(await openapiTS(document))
}
