import { relative, resolve } from 'node:path'

import {
  type BindingElement,
  type Identifier,
  isBindingElement,
  isIdentifier,
  isInterfaceDeclaration,
  isNewExpression,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isTypeLiteralNode,
  isTypeNode,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast'
import { API, type Project, type Symbol, type Type } from 'typescript/unstable/sync'

import { members, newConstructors, newGlobals } from './browser-compat.ts'

/** Declarations of browsers and of JavaScript, which TypeScript has in files such as lib.dom.d.ts. */
const libraryFile = /\/lib\.[\w.]+\.d\.ts$/

const membersByName = Map.groupBy(members, ({ owner, name }) => `${owner}.${name}`)

/** A name in a source, and the declaration that it stands for. */
type Use = { node: Node; symbol: Symbol | undefined }

/**
 * Features in these sources that a promised browser lacks, each as `file: Interface.member`. TypeScript
 * tells whose member a name is: `size` is new in URLSearchParams, and old in Map.
 */
export function newFeaturesInSources(files: string[]) {
  const api = new API()
  try {
    const snapshot = api.updateSnapshot({ openProjects: [resolve('tsconfig.json')] })
    const [project] = snapshot.getProjects()
    if (!project) throw new Error('tsconfig.json was not opened')
    const found = usesIn(project, files).flatMap(({ node, symbol }) =>
      newFeatures(project, node, symbol).map((feature) => `${fileOf(node)}: ${feature}`),
    )
    return new Set(found)
  } finally {
    api.close()
  }
}

function usesIn({ program, checker }: Project, files: string[]): Use[] {
  const names: Identifier[] = []
  const destructured: BindingElement[] = []
  const visit = (node: Node) => {
    if (isTypeNode(node)) return
    if (isIdentifier(node)) names.push(node)
    if (isBindingElement(node) && isObjectBindingPattern(node.parent)) destructured.push(node)
    node.forEachChild(visit)
  }
  for (const file of files) {
    const source = program.getSourceFile(resolve(file))
    if (!source) throw new Error(`${file} is not in the project`)
    visit(source)
  }
  const symbols = checker.getSymbolAtLocation(names)
  const types = checker.getTypeAtLocation(destructured.map(({ parent }) => parent))
  return [
    ...names.map((node, index) => ({ node, symbol: symbols[index] })),
    ...destructured.map((node, index) => {
      const name = node.propertyName ?? node.name
      const type = types[index]
      const symbol =
        type && name && isIdentifier(name) ? checker.getPropertyOfType(type, name.text) : undefined
      return { node, symbol }
    }),
  ]
}

function newFeatures(project: Project, node: Node, symbol: Symbol | undefined) {
  const features = new Set<string>()
  for (const handle of symbol?.declarations ?? []) {
    const declaration = handle.resolve(project)
    if (!symbol || !declaration) continue
    const { name } = symbol
    const isLibrary = libraryFile.test(handle.path)
    const owners = ownersOf(declaration)
    // An interface of ours that extends nothing has nothing to do with browsers.
    if (!isLibrary && owners.length < 2) continue
    if (owners.length > 0) {
      const own = findMember(owners, name)
      const all = own ? [own] : isLibrary ? membersOfReceivers(project, node, name) : []
      for (const { owner, isPromised } of all) if (!isPromised) features.add(`${owner}.${name}`)
    } else if (isLibrary) {
      if (newGlobals.has(name)) features.add(name)
      else if (isNewExpression(node.parent) && newConstructors.has(name))
        features.add(`new ${name}`)
    }
  }
  return [...features]
}

/** Interfaces that declare a member: its own and those which it extends; `typeof` for static members. */
function ownersOf({ parent }: Node) {
  if (isTypeLiteralNode(parent) && isVariableDeclaration(parent.parent)) {
    return isIdentifier(parent.parent.name) ? [`typeof ${parent.parent.name.text}`] : []
  }
  if (!isInterfaceDeclaration(parent)) return []
  const extended = parent.heritageClauses?.flatMap(({ types }) => [...types]) ?? []
  const names = extended.map(({ expression }) => expression)
  return [parent.name, ...names].filter((name) => isIdentifier(name)).map(({ text }) => text)
}

/** The member in the types of the value before the dot, for interfaces that exist only in TypeScript. */
function membersOfReceivers({ checker }: Project, node: Node, name: string) {
  const { parent } = node
  const value = isPropertyAccessExpression(parent) && parent.name === node && parent.expression
  const type = value ? checker.getTypeAtLocation(value) : undefined
  const types = type?.isUnionType() ? type.getTypes() : type && [type]
  return types?.flatMap((each) => findMember(namesOf(each), name) ?? []) ?? []
}

/** The names of a type and of those which it extends. */
function namesOf(type: Type): string[] {
  return [...[type.getSymbol()?.name ?? []].flat(), ...(type.getBaseTypes() ?? []).flatMap(namesOf)]
}

/** The first of these interfaces, as TypeScript names them, that has the member. */
function findMember(owners: string[], name: string) {
  for (const owner of owners) {
    const isStatic = owner.startsWith('typeof ')
    const plain = owner.replace(/^(typeof |Readonly)|Constructor$/g, '')
    const names = [plain, `Intl.${plain}`, ...(/\dC?\w*Array$/.test(plain) ? ['TypedArray'] : [])]
    const found = names
      .flatMap((each) => membersByName.get(`${each}.${name}`) ?? [])
      .find((member) => (member.isStatic ?? isStatic) === isStatic)
    if (found) return found
  }
  return undefined
}

function fileOf(node: Node) {
  return relative('.', node.getSourceFile().fileName)
}
