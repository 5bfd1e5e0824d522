import { unprivilegedUser } from './cluster.ts'

/** Works as a user who may not read everything, as root may. */
export async function withoutRoot<T>(work: () => T | Promise<T>) {
  const user = unprivilegedUser()
  if (user) process.seteuid!(user.uid)
  try {
    return await work()
  } finally {
    if (user) process.seteuid!(0)
  }
}
