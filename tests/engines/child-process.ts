import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'

/** Starts a program in a process group of its own, which ends with this process at the latest. */
export function startProgram(path: string, args: string[], options: SpawnOptions) {
  const child = spawn(path, args, { ...options, detached: true })
  const kill = () => signalGroup(child, 'SIGKILL')
  process.on('exit', kill)
  child.on('exit', () => process.off('exit', kill))
  return child
}

/** Ends a program and the programs that it has started. */
export async function endProgram(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  signalGroup(child, 'SIGTERM')
  await once(child, 'exit')
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals) {
  if (pid !== undefined) process.kill(-pid, signal)
}
