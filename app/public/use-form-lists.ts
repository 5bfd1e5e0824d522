import { useEffect, useState } from 'react'
import { fetchDepartments, fetchInstitutions } from '../forms/form-lists.ts'
import type { FormLists } from '../page-context.ts'

type Lists = Pick<FormLists, 'institutions' | 'departments'>

/** The lists as the browser loads them where the page came without, or why it could not. */
export function useFormLists(wanted: boolean) {
  const [lists, setLists] = useState<Lists | null>(null)
  const [failure, setFailure] = useState('')

  useEffect(() => {
    if (!wanted) return undefined
    const request = new AbortController()
    Promise.all([fetchInstitutions(request.signal), fetchDepartments(request.signal)]).then(
      ([institutions, departments]) => setLists({ institutions, departments }),
      (error: Error) => request.signal.aborted || setFailure(error.message),
    )
    return () => request.abort()
  }, [wanted])

  return { lists, failure }
}
