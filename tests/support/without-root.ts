import { unprivilegedUser } from './cluster.ts'

/** Runs `work` as an ordinary user, because root may read every file. */
export async function withoutRoot<T>(work: () => T | Promise<T>) {
  const user = unprivilegedUser()
  if (user) process.seteuid!(user.uid)
  try {
    return await work()
  } finally {
    if (user) process.seteuid!(0)
  }
}
