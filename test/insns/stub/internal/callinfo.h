/* Call info of the test: five to an argument. */
#define ci_argc(cs) ((int)(cs) * 3)
