import { type AnyNode, type Expression, parse, type PrivateIdentifier } from 'acorn'

import { members, newConstructors, newGlobals } from './browser-compat.ts'

/**
 * Names that belong only to newer members. An interface that is new as a whole does not count: a script
 * gets it only by a newer name.
 */
const newNames = new Set<string>()
const newStatics = new Set<string>()
const promisedNames = new Set<string>()
for (const { owner, name, isStatic, isPromised } of members) {
  if (isPromised) promisedNames.add(name)
  else if (!newGlobals.has(owner.split('.')[0] ?? '')) {
    newNames.add(name)
    if (isStatic !== false) newStatics.add(`${owner}.${name}`)
  }
}
for (const name of promisedNames) newNames.delete(name)

/**
 * Features of a built script that a promised browser lacks, each with the code around it. Types are
 * unknown here, so a member is found only if nothing older has its name.
 */
export function newFeaturesInScript(code: string) {
  const features: { feature: string; near: string }[] = []
  const declared = new Set<string>()
  const references: { name: string; isCalledByNew: boolean; node: AnyNode }[] = []
  const add = (feature: string, { start }: AnyNode) =>
    features.push({ feature, near: code.slice(Math.max(0, start - 40), start + 40) })

  const visit = (node: AnyNode, parent?: AnyNode, key?: string) => {
    if (node.type === 'StaticBlock') add('static block of a class', node)
    if (node.type === 'Identifier') {
      const isName = isNameOfProperty(parent, key)
      const isCalledByNew = parent?.type === 'NewExpression' && key === 'callee'
      if (isDeclaration(parent, key)) declared.add(node.name)
      else if (!isName) references.push({ name: node.name, isCalledByNew, node })
    }
    if (node.type === 'MemberExpression') {
      const name = nameOf(node.property, node.computed)
      const of = node.object.type === 'Identifier' ? node.object.name : ''
      if (newStatics.has(`${of}.${name}`)) add(`${of}.${name}`, node.property)
      else if (newNames.has(name)) add(name, node.property)
      if (/^(globalThis|self|window)$/.test(of) && newGlobals.has(name)) add(name, node)
    }
    if (node.type === 'ObjectPattern') {
      for (const property of node.properties) {
        if (property.type !== 'Property') continue
        const name = nameOf(property.key, property.computed)
        if (newNames.has(name)) add(name, property)
      }
    }
    for (const [childKey, value] of Object.entries(node)) {
      for (const child of [value].flat()) if (isNode(child)) visit(child, node, childKey)
    }
  }
  const [lookbehind] = /\(\?<[=!]/.exec(code) ?? []
  if (lookbehind) features.push({ feature: 'lookbehind', near: lookbehind })
  visit(parse(code, { ecmaVersion: 2022, sourceType: 'module' }))

  for (const { name, isCalledByNew, node } of references) {
    if (declared.has(name)) continue
    if (newGlobals.has(name)) add(name, node)
    else if (isCalledByNew && newConstructors.has(name)) add(`new ${name}`, node)
  }
  return features
}

function isNode(value: unknown): value is AnyNode {
  return typeof Object(value).type === 'string'
}

/** The name of a property, if the code has it as a name or a text. */
function nameOf(property: Expression | PrivateIdentifier, isComputed: boolean) {
  if (property.type === 'Literal') return String(property.value)
  return property.type === 'Identifier' && !isComputed ? property.name : ''
}

function isNameOfProperty(parent: AnyNode | undefined, key = '') {
  if (!parent || !('computed' in parent) || parent.computed) return false
  return key === 'property' || (key === 'key' && !('shorthand' in parent && parent.shorthand))
}

/** Whether the identifier is the name of a variable, function, class or parameter. */
function isDeclaration(parent: AnyNode | undefined, key = '') {
  const type = parent?.type ?? ''
  if (type === 'VariableDeclarator' || /^(Function|Class)/.test(type))
    return key === 'id' || key === 'params'
  return /Function/.test(type) && key === 'params'
}
