import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

import { isBuilt } from '../bin/prepare.js'

// Compile cache: it halves the time of later starts. Node ignores a folder that it cannot write to.
// This file is JavaScript, because a TypeScript file would make every start load the type stripper.
enableCompileCache('node_modules/.cache/node')

// Only the user of the server may use the files that it makes: they contain personal data.
process.umask(0o077)

// During a start many new objects survive, so V8 would add 30 MB to their space, unused afterwards.
// A growth factor of 1 prevents this. After the start, the usual factor of 2 is set again.
setFlagsFromString('--semi-space-growth-factor=1')
// The build bundles the server into one file, which loads with half the time and memory.
const { start } = await import(canUseBuild() ? '../build/server/run.js' : './start.ts')
await start('build')
setFlagsFromString('--semi-space-growth-factor=2')

// After the start, few new objects survive. One garbage collection thread is then faster than
// several threads, which wait for each other. A full collection delays answers by 5 to 10 ms, so
// it starts only when the heap is three times (not two times) as large as the live objects.
setFlagsFromString('--no-parallel-scavenge')
setFlagsFromString('--heap-growing-percent=200')

function canUseBuild() {
  // bin/start.js has just compared the build with the sources.
  if (process.argv[2] === 'build-is-current') return true
  try {
    return isBuilt()
  } catch (error) {
    process.stdout.write(`Cannot start: ${error.message}\n`)
    return process.exit(1)
  }
}
