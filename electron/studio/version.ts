/** The studio's version, told in its address file. A test holds it equal to package.json's. */
export const VERSION = '0.1.0'
