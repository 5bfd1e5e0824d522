export function prepare(options?: { tests?: boolean }): Promise<void>
export function isBuilt(): boolean
/** What a build is made of: files, and folders with all that is in them. */
export const buildSources: string[]
/** What Node runs the server with. */
export const server: string[]
