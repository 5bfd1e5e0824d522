import { enableCompileCache } from 'node:module'

// What Node makes of the sources it keeps for the next start, which takes half as long by it. Where
// it cannot be written, each start is like the first. This file alone has no types: for a single one
// with types Node would load the program that removes them, in each start.
enableCompileCache('node_modules/.cache/node')
await import('./run.ts')
