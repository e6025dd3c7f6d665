/** The types of a client of an API, as TypeScript. @param document OpenAPI 3 */
export function generateTypes(document: object): Promise<string>
