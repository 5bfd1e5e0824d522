import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

import { isBuilt } from '../bin/prepare.js'

// Compile cache: halves the time of later starts. A folder that cannot be written is ignored.
// This file is JavaScript because one TypeScript file would load the type stripper in every start.
enableCompileCache('node_modules/.cache/node')

// V8 grows the space for new objects while many survive, as in a start: 30 MB that stay unused.
// The heap stays small during the start and grows normally afterwards.
setFlagsFromString('--semi-space-growth-factor=1')
// The build bundles the server into one file, which needs half the time and memory to load.
await import(isBuilt() ? '../build/server/run.js' : './start.ts')
setFlagsFromString('--semi-space-growth-factor=2')

// Few new objects survive, so parallel threads would wait for each other longer than one works.
// The old space may grow to three times the live objects instead of two before a full collection,
// because each one delays answers by 5 to 10 ms.
setFlagsFromString('--no-parallel-scavenge')
setFlagsFromString('--heap-growing-percent=200')
