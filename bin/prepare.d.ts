export function prepare(options?: { tests?: boolean }): Promise<void>
