import known from '../../resources/bundled-packages.json' with { type: 'json' };

/** A package that comes with the app, and what to try once it is on. */
export interface BundledPackage {
  id: string;
  zh: BundledTexts;
  en: BundledTexts;
}

interface BundledTexts {
  name: string;
  about: string;
  /** three messages that show what it can do, also with the demo model */
  tries: readonly string[];
}

/** The app knows plugins by data only: the list is in resources/. */
export const bundledPackages: readonly BundledPackage[] = known;
