import { readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'

import { members, newGlobals } from './browser-compat.ts'

interface NewerFeatures {
  members: [owner: string, names: [name: string, isStatic: boolean | undefined][]][]
  globals: string[]
}

const worker = 'application-worker.js'

/**
 * Removes the APIs that a browser of docs/decisions/0017 lacks from the pages of a context and from the
 * service worker. What cannot be deleted stays, such as `Symbol.dispose`, and so does new syntax.
 */
export async function removeNewerFeatures(context: BrowserContext) {
  const newer = newerFeatures()
  await context.addInitScript(removeFeatures, newer)
  // Init scripts do not run in workers.
  const code = readFileSync(`build/client/${worker}`, 'utf8')
  const body = `(${String(removeFeatures)})(${JSON.stringify(newer)});\n${code}`
  await context.route(`**/${worker}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
}

function newerFeatures(): NewerFeatures {
  const newer = members.filter(({ isPromised }) => !isPromised)
  const byOwner = Map.groupBy(newer, ({ owner }) => owner)
  return {
    members: [...byOwner].map(([owner, all]) => [
      owner,
      all.map(({ name, isStatic }) => [name, isStatic]),
    ]),
    globals: [...newGlobals],
  }
}

/** Runs in the page or in the worker, before its scripts. */
function removeFeatures({ members: ofOwners, globals }: NewerFeatures) {
  const valueAt = (path: string) =>
    path.split('.').reduce<unknown>((value, key) => Object(value)[key], globalThis)
  // Looks all objects up before it deletes anything.
  const objects = ofOwners.map(([owner, names]) => {
    const object = owner === 'TypedArray' ? Object.getPrototypeOf(Int8Array) : valueAt(owner)
    const instance = owner === 'Window' ? globalThis : Object(object).prototype
    return { object, instance, names }
  })
  const remove = (from: unknown, name: string) => {
    const key = name.startsWith('@@') ? Object(Symbol)[name.slice(2)] : name
    if (from && key !== undefined) Reflect.deleteProperty(Object(from), key)
  }
  for (const { object, instance, names } of objects) {
    for (const [name, isStatic] of names) {
      if (isStatic !== false) remove(object, name)
      if (isStatic !== true) remove(instance, name)
    }
  }
  // In a worker, some global names belong to the prototypes of the global object.
  for (let scope: object = globalThis; scope; scope = Object.getPrototypeOf(scope)) {
    for (const name of globals) remove(scope, name)
  }
}
