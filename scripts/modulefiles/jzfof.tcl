#%Module
# Module file of an unpacked bundle, wherever that is: module use FOLDER/modulefiles; module load jzfof
set root [file dirname [file dirname [file dirname $ModulesCurrentModulefile]]]
proc ModulesHelp {} {
  puts stderr "jzfof finds haloes, subhaloes and neighbours in N-body snapshots: jzfof --help, man jzfof"
}
module-whatis "friends-of-friends haloes, subhaloes, merger trees and exact neighbours in N-body snapshots"
# By which man finds ../man.
prepend-path PATH $root/bin
# for scripts/slurm
setenv JZFOF $root/bin/jzfof
prepend-path PYTHONPATH $root/python
