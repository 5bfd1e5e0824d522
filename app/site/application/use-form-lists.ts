import { useEffect, useState } from 'react'
import type { FormLists } from '../../page-context.ts'

/** The lists that the browser loads for a page without them. Courses follow with the institution. */
export function useFormLists(wanted: boolean) {
  const [lists, setLists] = useState<FormLists | null>(null)
  const [failure, setFailure] = useState('')

  useEffect(() => {
    if (!wanted) return undefined
    const request = new AbortController()
    load(request.signal).then(
      setLists,
      (error: Error) => request.signal.aborted || setFailure(error.message),
    )
    return () => request.abort()
  }, [wanted])

  return { lists, failure }
}

async function load(signal: AbortSignal) {
  const { fetchDepartments, fetchInstitutions } = await import('../../forms/form-lists.ts')
  const lists = Promise.all([fetchInstitutions(signal), fetchDepartments(signal)])
  const [institutions, departments] = await lists
  return { institutions, departments, courses: [] }
}
