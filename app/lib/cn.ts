import { clsx } from 'clsx'

/** Joins class names without resolving conflicts: set each property in one class only. */
export const cn = clsx
