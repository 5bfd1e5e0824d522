export function prepare(options?: { tests?: boolean }): Promise<void>
export function isBuilt(): boolean
/** What Node runs the server with. */
export const server: string[]
