import { type ComponentProps, createElement, type ElementType } from 'react'
import { cn } from '../lib/cn.ts'

/**
 * An element or component with classes, to which each use may add others. Each use may also replace
 * the given attributes.
 */
export function styled<Tag extends ElementType>(
  tag: Tag,
  classes: string,
  attributes?: Partial<ComponentProps<Tag>>,
) {
  return ({ className, ...props }: ComponentProps<Tag> & { className?: string | undefined }) => {
    const all: object = { ...attributes, ...props, className: cn(classes, className) }
    return createElement(tag, all as ComponentProps<Tag>)
  }
}
