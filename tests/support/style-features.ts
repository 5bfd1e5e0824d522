import {
  type AtRule,
  type Container,
  type Declaration,
  type Document,
  parse,
  type Rule,
} from 'postcss'

import { css, isPromised, subfeatures } from './browser-compat.ts'

const atRules = css?.['at-rules'] ?? {}
const { properties = {}, selectors = {}, types = {} } = css ?? {}

/** Functions and units, each with true if any meaning of it is promised. */
const valueNames = new Map<string, boolean>()
collectNames(types)

/** Units that the data of `length` have only as groups. They have each other unit by its name. */
const unitGroups: [RegExp, string][] = [
  [/^[dls]v(h|w|i|b|min|max)$/, 'viewport_percentage_units_dynamic'],
  [/^cq(h|w|i|b|min|max)$/, 'container_query_length_units'],
]

type Found = { feature: string; near: string }

/**
 * Features of a style sheet that a promised browser lacks, without those that have a fallback: inside
 * `@supports` with the same feature, or after a declaration of the same property.
 */
export function newFeaturesInStyles(text: string) {
  const features = new Map<string, string>()
  parse(text).walk((node) => {
    if (node.type === 'comment') return
    for (const { feature, near } of featuresOf(node)) {
      if (!isInsideSupports(node, feature)) features.set(feature, near)
    }
  })
  return features
}

function featuresOf(node: AtRule | Declaration | Rule): Found[] {
  if (node.type === 'atrule') return newInAtRule(node)
  if (node.type === 'rule') return newInSelector(node)
  // Other browsers ignore a property with a vendor's prefix. Custom properties start with two hyphens.
  return /^-\w/.test(node.prop) ? [] : newInDeclaration(node)
}

function newInAtRule({ name, params }: AtRule) {
  const near = `@${name} ${params}`
  const atRule = atRules[name]
  if (atRule && !isPromised(atRule)) return [{ feature: `@${name}`, near }]
  if (name !== 'media') return []
  const names = found(params, /\(([a-z-]+)/g).filter((each) => !isPromised(atRule?.[each] ?? {}))
  return [
    ...names.map((each) => ({ feature: `@media (${each})`, near })),
    ...(/[<>]/.test(params) ? [{ feature: '@media (width >= …)', near }] : []),
  ]
}

function newInSelector({ selector, parent }: Rule) {
  if (parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes')) return []
  const names = found(selector.replaceAll(/\\./g, ''), /:([a-z][\w-]*)/g)
  const features = names
    .filter((name) => !isPromised(selectors[name] ?? {}))
    .map((name) => `:${name}`)
  if (parent?.type === 'rule') features.push('nesting')
  return features.map((feature) => ({ feature, near: selector }))
}

function newInDeclaration(declaration: Declaration) {
  const { prop, value } = declaration
  const near = `${prop}: ${value}`
  const property = properties[prop] ?? {}
  if (!isPromised(property)) return [{ feature: prop, near }]
  if (hasFallback(declaration)) return []
  const plain = value.replaceAll(/"[^"]*"|url\([^)]*\)|--[\w-]+/g, '')
  const keywords = found(plain, /(?<![\w-])([a-z][\w-]*)(?![\w(-])/g)
  const functions = found(plain, /([a-z][\w-]*)\(/g)
  const units = found(plain, /(?<![\w#-])[\d.]+([a-z]+)/g)
  const features = [
    ...keywords
      .filter((word) => !isPromised(property[word] ?? {}))
      .map((word) => `${prop}: ${word}`),
    ...functions.filter((name) => valueNames.get(name) === false).map((name) => `${name}()`),
    ...units.filter((unit) => !isUnitPromised(unit)),
  ]
  return features.map((feature) => ({ feature, near }))
}

function hasFallback(declaration: Declaration) {
  for (let node = declaration.prev(); node; node = node.prev()) {
    if (node.type === 'decl' && node.prop === declaration.prop) return true
  }
  return false
}

function isInsideSupports(node: AtRule | Declaration | Rule, feature: string) {
  let parent: Container | Document | undefined = node.parent
  for (; parent; parent = parent.parent) {
    const { name, params } = parent as AtRule
    if (
      name === 'supports' &&
      !params.startsWith('not') &&
      params.includes(feature.replace('()', '('))
    ) {
      return true
    }
  }
  return false
}

function isUnitPromised(unit: string) {
  const [, group] = unitGroups.find(([pattern]) => pattern.test(unit)) ?? []
  return group ? isPromised(types['length']?.[group] ?? {}) : valueNames.get(unit) !== false
}

function collectNames(feature: typeof types) {
  for (const [name, part] of subfeatures(feature)) {
    if (part.__compat) valueNames.set(name, valueNames.get(name) || isPromised(part))
    collectNames(part)
  }
}

function found(text: string, pattern: RegExp) {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}
