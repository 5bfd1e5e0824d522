import { useEffect, useState } from 'react'
import { fetchDepartments, fetchInstitutions } from '../forms/form-lists.ts'
import type { FormLists } from '../page-context.ts'

type Lists = Pick<FormLists, 'institutions' | 'departments'>

/** The lists that came with the page; without them, what the browser loads, or why it could not. */
export function useFormLists(given: Lists | null) {
  const [lists, setLists] = useState(given)
  const [failure, setFailure] = useState('')

  useEffect(() => {
    if (given) return undefined
    const request = new AbortController()
    Promise.all([fetchInstitutions(request.signal), fetchDepartments(request.signal)]).then(
      ([institutions, departments]) => setLists({ institutions, departments }),
      (error: Error) => request.signal.aborted || setFailure(error.message),
    )
    return () => request.abort()
  }, [given])

  return { lists, failure }
}
