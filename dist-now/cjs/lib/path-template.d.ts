/** The names of the parameters of a path (`/jobs/{id}/cancel`: `id`). */
export type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterOf<Rest> : never;
/** The names of the parameters of a path, in order. */
export declare function parameterNames(path: string): readonly string[];
/** A path with values in the place of its parameters, percent-encoded. */
export declare function fillPath(path: string, values: Readonly<Record<string, string>>): string;
/** A path as Hono declares it (`/jobs/:id/cancel`). */
export declare function toRoutePath(path: string): string;
/** The match of a template at the end of a path. */
export interface PathMatch {
    /** The part of the path before the template; empty where the whole path matches. */
    readonly before: string;
    /** The parameters by name, percent-encoded as in the path. */
    readonly parameters: Readonly<Record<string, string>>;
}
/** Matches the end of a path with a template such as `/jobs/{id}/cancel`. A parameter stands for one segment that is not empty. */
export declare function matchPath(template: string, path: string): PathMatch | undefined;
/** A method, and a path as a template. */
interface Route {
    readonly method: string;
    readonly path: string;
}
/** The methods of the routes that have a path. */
export declare function methodsAt(path: string, routes: readonly Route[]): readonly string[];
/** Writes each route as `GET /path`, for suggestions. @param prefix precedes each path */
export declare function describeRoutes(routes: readonly Route[], prefix: string): readonly string[];
export {};
