import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const parent = process.ppid
/** Exit code after SIGKILL, which Linux sends when memory runs out. */
const killed = 128 + constants.signals.SIGKILL

/**
 * Runs a program and returns its exit code (128 + the signal's number after a signal). Forwards
 * SIGTERM and SIGINT to the program, as `killSignal` if given. After such a signal, this process
 * exits when the program has ended.
 */
export function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, options)
    let isStopping = false
    const pass = (signal) => {
      isStopping = true
      child.kill(options.killSignal ?? signal)
    }
    const watch = setInterval(() => {
      if (isOrphan() && !isStopping) pass('SIGTERM')
    }, 500)
    const done = (code) => {
      process.off('SIGTERM', pass).off('SIGINT', pass)
      clearInterval(watch)
      if (isStopping) process.exit(code)
      resolve(code)
    }
    process.on('SIGTERM', pass).on('SIGINT', pass)
    child.stdout?.on('data', (text) => options.output.push(text))
    child.stderr?.on('data', (text) => options.output.push(text))
    child.on('close', (code, signal) => done(code ?? 128 + constants.signals[signal]))
    child.on('error', (error) => {
      console.error(error.message)
      done(127)
    })
  })
}

/** Runs a long step. Prints its title, and the program's output only if it fails. */
export async function runStep(title, command, args) {
  console.log(`${title}. This takes one to five minutes.`)
  const output = []
  const code = await run(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
    // npm needs half a minute to stop on other signals. The next start repeats an aborted step.
    killSignal: 'SIGKILL',
    output,
  })
  if (code === 0) return
  process.stderr.write(Buffer.concat(output))
  if (code === killed) console.error(`${title} was killed. Is there too little memory?`)
  process.exit(code)
}

/** Whether npm, which started this script, was killed: then the parent process has another id. */
function isOrphan() {
  return process.env.npm_lifecycle_event !== undefined && process.ppid !== parent
}
