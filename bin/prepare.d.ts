export function prepare(options?: { tests?: boolean }): Promise<void>
export function isBuilt(): boolean
