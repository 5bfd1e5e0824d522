import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

import { isBuilt } from '../bin/prepare.js'

// What Node makes of the sources it keeps for the next start, which takes half as long by it. Where
// it cannot be written, each start is like the first. This file alone has no types: for a single one
// with types Node would load the program that removes them, in each start.
enableCompileCache('node_modules/.cache/node')

// V8 gives new objects more room the more of them stay. In a start nearly all of them do, but not the
// room: it would be 30 MB that nobody uses. From the first request on it grows as always.
setFlagsFromString('--semi-space-growth-factor=1')
// The build has the server in one file, which loads in half the time and memory that its sources take.
await import(isBuilt() ? '../build/server/run.js' : './start.ts')
setFlagsFromString('--semi-space-growth-factor=2')

// Of new objects so few stay that threads which share the clean-up wait longer for each other than one
// takes alone. Old ones may grow to three times what is in use, and not to twice, before all are looked
// through: that holds up an answer for 5 to 10 ms.
setFlagsFromString('--no-parallel-scavenge')
setFlagsFromString('--heap-growing-percent=200')
