import { readdirSync, readFileSync } from 'node:fs'

import { Client } from 'pg'

/** A running process, as `/proc/PID/stat` describes it. */
export interface Process {
  pid: number
  parent: number
  /** Processor time of this process and of its ended children, in seconds. */
  seconds: number
}

const ticksPerSecond = 100

/** Every running process; an empty list on systems without `/proc`. */
export function listProcesses(): Process[] {
  return readFolder('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readText(`/proc/${name}/stat`) : ''
    return stat === '' ? [] : [parseProcess(stat)]
  })
}

/** Parses a line of `/proc/PID/stat`. The name of the program may contain spaces and parentheses. */
export function parseProcess(stat: string): Process {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { pid: Number.parseInt(stat), parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
}

/** A process and all its descendants. */
export function treeOf(root: number, processes: Process[]) {
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const tree = processes.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...(children.get(pid) ?? []))
  return tree
}

/** Processor time of processes and of their ended children, in seconds. */
export function sumSeconds(processes: Process[]) {
  return processes.reduce((sum, { seconds }) => sum + seconds, 0)
}

/** The main process of a PostgreSQL server; undefined if the server is on another machine. */
export async function postmasterOf(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return listProcesses().find(({ pid }) => pid === rows[0]?.pid)?.parent
  } finally {
    await client.end()
  }
}

/** The text of a file; an empty text if the file cannot be read. */
export function readText(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has ended, or belongs to somebody else.
    return ''
  }
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
