/* Made by make: what C knows of the build. */
#define FACET_VERSION "0.1.0"
#define FACET_SWITCHES "-DVM_TAILCALL=1"
#define RUBY_API_VERSION_DIR "4.0.0+facet" /* lib/ruby/<this>/, below TOPDIR */
