import { clsx } from 'clsx'

/** Joins class names. Two classes must not set the same CSS property, because both are kept. */
export const cn = clsx
