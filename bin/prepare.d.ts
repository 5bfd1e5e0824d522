export function prepare(options?: { tests?: boolean }): Promise<void>
export function isBuilt(): boolean
/** Inputs of the build: files and folders. */
export const buildSources: string[]
/** Node's arguments for the server. */
export const server: string[]
/** Environment variables of the server's allocator. */
export const allocator: Record<string, string>
