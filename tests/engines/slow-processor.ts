import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of work and of rest in one slice: a sixth of the processor. */
const work = 10
const rest = 50

/**
 * Makes processes below a parent slower: SIGSTOP and SIGCONT in turn, in short slices. Only processes
 * whose command line contains `word` are slowed down. Returns a function that ends it.
 */
export function slowProcesses(parent: number, word: string): () => void {
  let pids = descendants(parent, word)
  let slices = 0
  let timer: NodeJS.Timeout
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // The process has ended: the next list of processes does not contain it.
      }
    }
  }
  const goOn = () => {
    signal('SIGCONT')
    if (++slices % 10 === 0) pids = descendants(parent, word)
    timer = setTimeout(halt, work)
  }
  const halt = () => {
    signal('SIGSTOP')
    timer = setTimeout(goOn, rest)
  }
  const end = () => {
    clearTimeout(timer)
    signal('SIGCONT')
    process.off('exit', end)
  }
  process.on('exit', end)
  goOn()
  return end
}

/** Children of a process and their children, from /proc. */
function descendants(parent: number, word: string): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    // The second field is the program's name in brackets; the fourth is the parent.
    const stat = /^\d+$/.test(name) && textOf(`/proc/${name}/stat`)
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]))
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === parent || isBelow(parents.get(pid)))
  return [...parents.keys()].filter(
    (pid) => pid !== parent && isBelow(pid) && textOf(`/proc/${pid}/cmdline`).includes(word),
  )
}

function textOf(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // the process has ended
  }
}
