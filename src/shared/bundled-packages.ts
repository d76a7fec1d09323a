/** A package that comes with the app, and what to try once it is on. */
export interface BundledPackage {
  id: string;
  zh: BundledTexts;
  en: BundledTexts;
}

interface BundledTexts {
  name: string;
  about: string;
  /** messages that show what it can do, also with the demo model */
  tries: readonly [string, string, string];
}

export const bundledPackages: readonly BundledPackage[] = [
  {
    id: 'points',
    zh: {
      name: '课堂积分',
      about: '给学生加分、扣分，随时查全班积分。',
      tries: ['给小明加3分', '给小红加5分', '全班积分怎么样？'],
    },
    en: {
      name: 'Class points',
      about: 'Give and take points, and see how the class stands.',
      tries: ['add 3 points to Ming', 'add 5 points to Hong', 'list the points of the class'],
    },
  },
];
