/** The same keys with any text: a key missing in a translation, or one too many, is a type error. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };
